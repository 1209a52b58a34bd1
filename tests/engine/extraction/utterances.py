"""Reads labelled utterances from their short form into the items that `score` takes.

A block is one utterance on a line of its own (`\\n` for a new line) and indented labels below it:

    = city Porto            the speaker has this fact; `= Ana: city Porto` says it of Ana, `* city` that any key will do
        from 2019           (after `=`) the day it holds from, and `until`, as prefixes of an ISO date
    - Vim => Helix          it corrects the first into the second; nothing after the arrow is an ending
    ! bullet                it gives an instruction with these words
    ~                       it leaves something uncertain
    .                       nothing may be stored
    x Paris                 no fact may hold this value
    < I live in Rome.       said a day before; `@ 2026-05-14` is when it is said, `role assistant` who says it
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_SPELLINGS: tuple[str, ...] = (
    "role job_title title position occupation job profession became",
    "city location residence lives_in home_city home current_city hometown moving_to place country works_in",
    "name full_name",
    "nickname preferred_name name alias goes_by",
    "birthday birth_date date_of_birth born_on dob",
    "birthplace place_of_birth born_in birth_city",
    "hometown from origin birthplace city",
    "allergies allergy allergic_to",
    "diet dietary_preference dietary_restriction is",
    "languages language speaks",
    "likes loves hobby hobbies interest interests preference enjoys plays",
    "dislikes dislike hates preference",
    "prefers preference likes preferred",
    "plays instrument instruments hobbies hobby likes sport sports",
    "uses tool tools editor browser preference programming_language programming_languages language stack",
    "works_at works_for employed_by employed_at employer member_of employee_of company joined started_at",
    "married_to husband wife spouse spouse_of partner",
    "partner girlfriend boyfriend dating engaged_to fiance fiancee married_to",
    "parent_of child children has_child kid kids son daughter",
    "sister sister_of sibling_of sibling",
    "brother brother_of sibling_of sibling",
    "reports_to manager managed_by has_manager boss",
    "has_pet owns pet pets dog cat puppy owner_of adopted",
    "breed species is type",
    "owns has car vehicle possession possessions drives",
    "car drives vehicle owns",
    "phone phone_number telephone mobile",
    "email email_address",
    "timezone time_zone",
    "conditions condition health medical injury injuries diagnosis",
    "medications medication takes medicine",
    "deadline due due_date due_in launch",
    "launch_date launch launches release_date launches_on",
    "release_date released release launch_date",
    "price cost costs",
    "owned_by owner",
    "led_by lead leader owner managed_by",
    "leads manages runs heads role team",
    "acquired acquires bought owner_of",
    "founded founder_of founded_in established",
    "studied_at school education university graduated_from attended alma_mater",
    "field_of_study studies degree major education studied",
    "headquarters located_in headquartered_in location based_in hq",
    "height elevation tall is",
    "ships_from origin ship_from",
    "children_count number_of_children kids children",
    "nationality citizenship is",
    "website url homepage site",
    "event events activity did appointment appointments",
    "status state",
    "version current_version",
    "opening_hours opens_at opening_time hours opens",
    "closing_time closes_at hours opening_hours closes",
)
_KINDS: dict[str, Sequence[str]] = {row.split()[0]: row.split() for row in _SPELLINGS}


def accepted(key: str) -> Sequence[str]:
    """The keys that a label takes for this one."""
    return _KINDS.get(key, [key])


def load(path: Path) -> list[dict[str, Any]]:
    """The items of a file in their short form."""
    items: list[dict[str, Any]] = []
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            items.append(_blank(f"{path.stem}-{len(items) + 1:03}", line.replace("\\n", "\n")))
        else:
            _label(items[-1], line.strip())
    return items


def _blank(identity: str, text: str) -> dict[str, Any]:
    expect = {
        "attributes": [], "relations": [], "instructions": [], "corrections": [], "uncertain": None, "must_not": [], "empty": False,
    }  # fmt: skip
    return {
        "id": identity, "text": text, "role": "user", "scope": "org/acme/user/robin", "now": "2026-05-12T10:00:00Z",
        "prior": [], "expect": expect,
    }  # fmt: skip


def _label(item: dict[str, Any], line: str) -> None:
    mark, _, rest = line.partition(" ")
    expect = item["expect"]
    if mark == "=":
        expect["attributes"].append(_fact(rest))
    elif mark in ("from", "until"):
        expect["attributes"][-1][f"valid_{mark}"] = rest
    elif mark == "-":
        old, _, new = rest.partition("=>")
        expect["corrections"].append([old.strip(), new.strip()])
    elif mark in ("!", "x"):
        expect["instructions" if mark == "!" else "must_not"].append(rest)
    elif mark in ("~", "."):
        expect["uncertain" if mark == "~" else "empty"] = True
    elif mark == "<":
        item["prior"].append(rest.replace("\\n", "\n"))
    elif mark == "@":
        item["now"] = f"{rest}T10:00:00Z"
    else:
        item[mark] = rest


def _fact(text: str) -> dict[str, Any]:
    entity, found, rest = text.partition(": ")
    if not found:
        entity, rest = "self", text
    key, _, value = rest.partition(" ")
    if key != "*":
        return {"entity": entity, "keys": accepted(key), "value": value}
    return {"entity": entity, "keys": ["any"], "value": value, "soft": True}


if __name__ == "__main__":
    for path in sys.argv[1:]:
        for item in load(Path(path)):
            print(json.dumps(item, ensure_ascii=False))
