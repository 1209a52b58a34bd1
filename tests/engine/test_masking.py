"""Secrets are masked, and what only looks a little like one is not."""

from __future__ import annotations

import time

import pytest

from memory_core.engine.masking import Masking, mask

MARK = "PRIVATE " + "KEY-----"  # in two parts, so that nobody takes this file for one that holds a key
PEM = f"-----BEGIN RSA {MARK}\nMIIEow\nabc\n-----END RSA {MARK}"
TAIL = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"


@pytest.mark.parametrize(
    "secret",
    [
        f"sk-{TAIL}",
        f"sk-proj-{TAIL}",
        f"sk_live_{TAIL}",
        f"ghp_{TAIL}1234",
        "AKIA" + "ABCDEFGH12345678",
        f"xoxb-{TAIL}",
        "AIza" + (TAIL + "xyz"),
        f"mk_{TAIL}abcdefghijk",
        f"eyJ{TAIL}.eyJ{TAIL}.{TAIL}",
        f"SG.{TAIL}.{TAIL}",
        f"whsec_{TAIL}",
        f"dckr_pat_{TAIL}",
        "AGE-SECRET-" + "KEY-1" + "Q" * 58,
    ],
)
def test_known_tokens_are_masked_wherever_they_stand(secret: str) -> None:
    assert mask(f"use {secret}, please") == "use [masked token], please"


@pytest.mark.parametrize(
    "before",
    [
        "api_key=",
        'password: "',
        "Bearer ",
        "SECRET_KEY = ",
        "client_secret=",
        "AWS_SECRET_ACCESS_KEY: ",
        "PRIVATE-TOKEN: ",
    ],
)
def test_a_named_secret_that_looks_random_is_masked(before: str) -> None:
    assert TAIL not in mask(f"{before}{TAIL}")


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("my password is tr0ub4dor&3!", "my password is [masked token]"),
        ("pwd=hunter2hunter2", "pwd=[masked token]"),
        ("postgres://app:s3cr3tword@db.example/x", "postgres://app:[masked token]@db.example/x"),
        ("my password is on a note", "my password is on a note"),
        ("see https://example.org:8080/a@b", "see https://example.org:8080/a@b"),
    ],
)
def test_passwords_are_masked_where_they_are_called_so(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize("piece", ["password ", "a-b_", "://a:", "sk-", "eyJ", "bearer ", "api_key = ", "1 "])
def test_long_runs_take_no_longer_than_their_length(piece: str) -> None:
    text = (piece * 60_000)[:60_000]
    begun = time.perf_counter()
    mask(text, Masking(cards=True))
    assert time.perf_counter() - begun < 1.0


def test_private_keys_are_masked_whole_even_without_an_end() -> None:
    assert mask(f"here: {PEM} done") == "here: [masked private key] done"
    assert mask(PEM[:40]) == "[masked private key]"


def test_cards_are_masked_where_asked_for_and_only_with_a_right_check_digit() -> None:
    asked = Masking(cards=True)
    assert mask("pay with 4111 1111 1111 1111 now", asked) == "pay with [masked card number] now"
    assert mask("order 4111 1111 1111 1112", asked) == "order 4111 1111 1111 1112"
    assert mask("pay with 4111 1111 1111 1111") == "pay with 4111 1111 1111 1111"


@pytest.mark.parametrize(
    "text",
    [
        "My locker code word is zq0123456789abcd.",
        "The secret is out: nobody likes decaf.",
        "password: correcthorsebatterystaple",
        "sk-8 trains and AKIA boards",
        "call +46 70 123 45 67 or 01900000-0000-7000-8000-0000000000ab",
    ],
)
def test_ordinary_text_is_the_very_same(text: str) -> None:
    assert mask(text, Masking(cards=True)) == text


def test_what_is_switched_off_is_left_alone() -> None:
    text = f"sk-{TAIL} {PEM}"
    assert mask(text, Masking(tokens=False, private_keys=False)) == text
