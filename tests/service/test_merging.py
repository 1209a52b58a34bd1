"""Merging and splitting entities through the use cases: what every read answers, and who may."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.keys import is_single_valued
from memory_core.engine.model import VERBS
from memory_core.ports.ledger import Gate
from memory_core.service.caller import Caller
from memory_core.service.entity_merges import Regrouped
from memory_core.service.remember_request import GivenTriple, Placed, RememberRequest
from memory_core.service.state import Narrowing
from tests.service.world import CONTEXT, World

NAMES = ("Ann", "Beth", "Cleo", "Dora", "Eve")
_DECAYING = re.compile(r"importance=[\d.]+")
"""What a fact matters falls with the clock."""


def ref(name: str, type_: str = "person") -> EntityRef:
    return EntityRef(type_, name)


async def merge(world: World, into: str, other: str, *, by: Caller | None = None, dry: bool = False) -> Regrouped:
    other = other if "/" in other else f"entity:person/{other}"
    return await world.merges.merge(by or world.admin, ref(into), other, dry_run=dry)


async def split(world: World, of: str, other: str, *, by: Caller | None = None, dry: bool = False) -> Regrouped:
    return await world.merges.split(by or world.admin, ref(of), f"entity:person/{other}", dry_run=dry)


async def relate(world: World, subject: str, label: str, target: str, *scopes: str, at: int | None = None) -> None:
    triple = GivenTriple(ref(subject), label, target=ref(target))
    clauses = tuple((path,) for path in scopes) or (("a",),)
    await world.remember.remember(world.admin, RememberRequest(Placed(clauses), triples=(triple,), observed_at=at))


async def reason(made: Any) -> tuple[str, list[str]]:
    with pytest.raises(ApiError) as refused:
        await made
    return refused.value.reason.value, [name for name, _ in refused.value.fields]


async def answers(world: World) -> dict[str, Any]:
    """What every read says."""
    gate = Gate(CONTEXT, None, world.clock.now())
    rows = await world.ledger.memory.assertions(gate)
    said: dict[str, Any] = {
        "list": await world.entities.list_entities(world.admin, None, Instants(), 500, 0),
        "state": await world.state.state(world.admin, Narrowing()),
        "profile": await world.state.profile(world.admin, Narrowing()),
        "live": {row.id: row.live for row in rows},
        "copies": sorted(str(one) for one in await world.ledger.outbox.sources([row.id for row in rows])),
    }
    for name in NAMES:
        said[f"forget {name}"] = (await world.forget(name, dry=True)).deleted
        try:
            view = await world.entities.get(world.admin, ref(name), Instants())
        except ApiError as error:
            said[name] = error.reason
            continue
        said[name] = view
        keys = {one.row.key for one in view.attributes}
        said[f"history {name}"] = [
            await world.entities.history(world.admin, ref(name), key, Instants()) for key in keys
        ]
        mentions = await world.ledger.memory.mentions(gate, [view.entity.uid], 99)
        said[f"mentions {name}"] = mentions
    return {what: _DECAYING.sub("", repr(one)) for what, one in said.items()}


async def filled(world: World, rng: random.Random, rows: int = 12) -> None:
    for _ in range(rows):
        name, scope = rng.choice(NAMES), rng.choice(("a", "a/x", "b"))
        match rng.randrange(4):
            case 0:
                await world.tell(name, "role", f"role {rng.randrange(4)}", scope, type_="person")
            case 1:
                await world.tell(name, "likes", f"thing {rng.randrange(3)}", scope, type_="person")
            case 2:
                await relate(world, name, "knows", rng.choice(NAMES), scope)
            case _:
                await world.say(f"{name} lives in {rng.choice(('Rome', 'Oslo'))}.", scope)


@pytest.mark.parametrize("seed", range(12))
async def test_after_all_splits_every_read_answers_as_before_all_merges(world: World, seed: int) -> None:
    rng = random.Random(seed)
    await filled(world, rng)
    before = await answers(world)
    merged: list[str] = []
    for _ in range(rng.randint(1, 4)):
        into, other = rng.sample(NAMES, 2)
        try:
            made = await merge(world, into, other)
        except ApiError as error:
            assert error.reason.value in ("INVALID_ARGUMENT", "ENTITY_NOT_FOUND")
            continue
        merged.append(made.merged[0].rpartition("/")[2])
    rng.shuffle(merged)
    for name in merged:
        await split(world, name, name)
    assert await answers(world) == before


@dataclass
class Model:
    """Brute force: every row ever told under a name, and a forest of names."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list[tuple[str, str, str, str]])
    """(name, key, value or target, scope), in order."""
    parent: dict[str, str] = field(default_factory=dict[str, str])

    def root(self, name: str) -> str:
        while name in self.parent:
            name = self.parent[name]
        return name

    def believed(self, name: str) -> set[tuple[str, str, str]]:
        """(key, value, scope) of a group; relations both ways, told as subject>target."""
        root, found = self.root(name), set[tuple[str, str, str]]()
        single: dict[tuple[str, str], str] = {}
        for who, key, value, scope in self.rows:
            if key == "knows":
                ends = (self.root(who), self.root(value))
                if root in ends:
                    found.add((key, ">".join(ends), scope))
            elif self.root(who) == root and is_single_valued(key):
                single[key, scope] = value
            elif self.root(who) == root:
                found.add((key, value, scope))
        return found | {(key, value, scope) for (key, scope), value in single.items()}


async def shown(world: World, name: str, scopes: dict[int, str]) -> set[tuple[str, str, str]]:
    try:
        view = await world.entities.get(world.admin, ref(name), Instants())
    except ApiError:
        return set()
    found = {(one.row.key, one.row.value, scopes[one.row.scope_set]) for one in view.attributes}
    for one in view.relations:
        assert one.target is not None
        found.add((one.row.key, f"{one.entity.name}>{one.target.name}", scopes[one.row.scope_set]))
    return found


@pytest.mark.parametrize("seed", range(20))
async def test_merges_splits_and_writes_in_any_order_agree_with_brute_force(world: World, seed: int) -> None:
    rng, model = random.Random(1000 + seed), Model()
    scopes = {await world.ledger.access.intern(CONTEXT, ((path,),)): path for path in ("a", "b")}
    for name in NAMES:  # wherever a merge reaches, its names are known
        for scope in ("a", "b"):
            await world.tell(name, "likes", f"{name}'s own", scope, type_="person")
            model.rows.append((name, "likes", f"{name}'s own", scope))
    for _ in range(18):
        name, other, scope = *rng.sample(NAMES, 2), rng.choice(("a", "b"))
        match rng.randrange(6):
            case 0 | 1:
                key, value = rng.choice(("role", "likes")), f"value {rng.randrange(3)}"
                await world.tell(name, key, value, scope, type_="person")
                model.rows.append((name, key, value, scope))
            case 2:
                await relate(world, name, "knows", other, scope)
                model.rows.append((name, "knows", other, scope))
            case 3 | 4:
                into, gone = model.root(name), model.root(other)
                if into == gone:
                    assert await reason(merge(world, name, other)) == ("INVALID_ARGUMENT", ["other"])
                else:
                    await merge(world, name, other)
                    model.parent[gone] = into
            case _:
                if name in model.parent:
                    await split(world, name, name)
                    del model.parent[name]
                else:
                    assert await reason(split(world, other, name)) == ("INVALID_ARGUMENT", ["other"])
        for one in NAMES:
            assert await shown(world, one, scopes) == model.believed(one), one
        listed = await world.entities.list_entities(world.admin, "person", Instants(), 99, 0)
        assert [one.name for one in listed] == sorted({model.root(one) for one in NAMES})


async def test_a_merge_answers_what_it_moved_and_leaves_a_trace(world: World) -> None:
    await world.tell("Robert Smith", "role", "smith", type_="person")
    await world.tell("Bobby", "likes", "tea", type_="person")
    await relate(world, "Ann", "knows", "Bobby")
    tried = await merge(world, "Robert Smith", "Bobby", dry=True)
    assert (tried.aliases, tried.merged, tried.attributes, tried.relations, tried.trace_id) == (
        ("Bobby",),
        ("entity:person/Bobby",),
        1,
        1,
        "",
    )
    assert (await world.values("person", "Bobby"))["likes"] == "tea"
    made = await merge(world, "Robert Smith", "Bobby")
    assert (made.aliases, made.merged, made.attributes, made.relations) == (
        tried.aliases,
        tried.merged,
        tried.attributes,
        tried.relations,
    )
    trace = await world.traces.trace(world.admin, made.trace_id)
    assert (trace.trace.kind, trace.trace.operation) == ("decision", "merge_entities")
    assert trace.trace.payload["mergedInto"] == {"was": None, "is": "entity:person/Robert Smith"}
    view = await world.entities.get(world.admin, ref("bobby"), Instants())
    assert (view.entity.name, view.aliases) == ("Robert Smith", ("Bobby",))
    back = await split(world, "Robert Smith", "Bobby")
    assert back.other is not None and back.entity is not None
    assert (back.entity.name, back.other.name, back.aliases) == ("Robert Smith", "Bobby", ())


async def test_rows_since_the_merge_stay_with_the_name_that_they_were_told_under(world: World) -> None:
    await world.tell("Robert Smith", "role", "smith", type_="person")
    await world.tell("Zara", "likes", "tea", type_="person")
    await merge(world, "Robert Smith", "Zara")
    await world.tell("Zara", "likes", "cake", type_="person")
    await world.say("Robert Smith lives in Oslo. Zara works at Acme.", "a")
    assert (await world.values("person", "Zara"))["city"] == "Oslo"
    await split(world, "Zara", "Zara")
    zara, robert = await world.values("person", "Zara"), await world.values("person", "Robert Smith")
    assert (zara.keys(), robert.keys()) == ({"likes", "works_at"}, {"role", "city"})


async def test_both_must_be_of_one_type_or_one_of_them_other(world: World) -> None:
    await world.tell("Acme", "role", "x", type_="person")
    await world.tell("Acme", "industry", "tools", type_="organisation")
    await world.tell("Acme", "colour", "red", type_="other")
    assert await reason(merge(world, "Acme", "entity:company/Acme")) == ("INVALID_ARGUMENT", ["other"])
    made = await world.merges.merge(world.admin, ref("Acme", "organisation"), "entity:other/Acme", dry_run=False)
    assert made.aliases == ()
    assert (await world.values("other", "Acme"))["industry"] == "tools"
    assert await reason(world.merges.merge(world.admin, ref("Acme", "other"), "entity:person/Acme", dry_run=False)) == (
        "INVALID_ARGUMENT",
        ["other"],
    ), "what was of type other is an organisation by now"
    await world.merges.split(world.admin, ref("Acme", "organisation"), "entity:other/Acme", dry_run=False)
    assert await world.values("other", "Acme") == {"colour": "red"}


@pytest.mark.parametrize("other", ["", "Bob", "entity:", "entity:person", "entity:person/ ", "entity:person/a\x00"])
async def test_a_malformed_other_names_the_field(world: World, other: str) -> None:
    await world.tell("Ann", "role", "smith", type_="person")
    for use in (world.merges.merge, world.merges.split):
        assert await reason(use(world.admin, ref("Ann"), other, dry_run=False)) == ("INVALID_ARGUMENT", ["other"])


async def test_what_is_not_seen_is_as_what_never_was(world: World) -> None:
    await world.tell("Ann", "role", "smith", "a", type_="person")
    await world.tell("Beth", "role", "smith", "b", type_="person")
    caller = world.caller("near", dict.fromkeys(VERBS, ("a",)))
    for use in (world.merges.merge, world.merges.split):
        for other in ("entity:person/Beth", "entity:person/Nobody"):
            assert await reason(use(caller, ref("Ann"), other, dry_run=False)) == ("ENTITY_NOT_FOUND", [])
        assert await reason(use(caller, ref("Beth"), "entity:person/Ann", dry_run=False)) == ("ENTITY_NOT_FOUND", [])
    other_context = Caller(world.admin.context, caller.principal, None, None, {"memory:write": ("*",)}, "r")
    assert await reason(merge(world, "Ann", "Beth", by=other_context)) == ("ENTITY_NOT_FOUND", [])


async def test_who_may_not_write_all_that_both_touch_changes_nothing(world: World) -> None:
    await world.tell("Ann", "role", "smith", "a", type_="person")
    await world.tell("Annie", "role", "baker", "a", type_="person")
    await world.say("Annie came along.", "b")
    await world.tell("Annie", "likes", "tea", "b", type_="person")
    reader = world.caller("reader", {"memory:read": ("*",)})
    assert await reason(merge(world, "Ann", "Annie", by=reader)) == ("PERMISSION_DENIED", [])
    partly = world.caller("partly", {"memory:read": ("*",), "memory:write": ("a",)})
    assert await reason(merge(world, "Ann", "Annie", by=partly)) == ("PERMISSION_DENIED", [])
    assert await reason(merge(world, "Ann", "Annie", by=partly, dry=True)) == ("PERMISSION_DENIED", [])
    assert await world.values("person", "Ann") == {"role": "smith"}
    await merge(world, "Ann", "Annie")
    assert await reason(split(world, "Ann", "Annie", by=partly)) == ("PERMISSION_DENIED", [])


async def test_a_merge_tells_its_names_where_both_are_spoken_of_and_nowhere_else(world: World) -> None:
    await world.tell("Robert Smith", "role", "smith", "a", type_="person")
    await world.tell("Zed", "likes", "tea", "a/x", type_="person")
    await merge(world, "Robert Smith", "Zed")
    await world.tell("Robert Smith", "city", "Oslo", "b", type_="person")
    there = world.caller("there", dict.fromkeys(VERBS, ("b",)))
    assert await world.values("person", "Robert Smith", by=there) == {"city": "Oslo"}
    assert await reason(world.entities.get(there, ref("Zed"), Instants())) == ("ENTITY_NOT_FOUND", [])
    view = await world.entities.get(there, ref("Robert Smith"), Instants())
    assert view.aliases == ()
    await world.tell("Zed", "city", "Rome", "b", type_="person")
    assert await world.values("person", "Zed", by=there) == {"city": "Rome"}
    assert await world.values("person", "Robert Smith", by=there) == {"city": "Oslo"}
    await world.tell("Zed", "likes", "cake", "a", type_="person")
    near = world.caller("near", dict.fromkeys(VERBS, ("a",)))
    assert await world.values("person", "zed", by=near) == {"role": "smith", "likes": "cake"}
    await split(world, "Robert Smith", "Zed")
    assert (await world.values("person", "Zed")).keys() == {"likes", "city"}
    assert await world.values("person", "Robert Smith", by=near) == {"role": "smith"}


async def test_forgetting_one_name_forgets_the_whole(world: World) -> None:
    await world.tell("Robert Smith", "role", "smith", type_="person")
    await world.tell("Zed", "likes", "tea", type_="person")
    await relate(world, "Ann", "knows", "Zed")
    await merge(world, "Robert Smith", "Zed")
    assert (await world.forget("Robert Smith", dry=True)).deleted == 3
    assert (await world.forget("Zed", dry=True)).deleted == 3
    assert await world.entities.delete(world.admin, ref("Zed")) == 3
    for name in ("Zed", "Robert Smith"):
        assert await reason(world.entities.get(world.admin, ref(name), Instants())) == ("ENTITY_NOT_FOUND", [])


async def test_a_purge_leaves_no_trace_of_a_merge(world: World) -> None:
    await world.tell("Robert Smith", "role", "smith", type_="person")
    await world.tell("Zqxv", "likes", "tea", type_="person")
    made = await merge(world, "Robert Smith", "Zqxv")
    await world.forget("Zqxv", purge=True)
    assert await reason(world.traces.trace(world.admin, made.trace_id)) == ("TRACE_NOT_FOUND", [])
    assert await world.ledger.memory.find_entities(Gate(CONTEXT, None, world.clock.now()), [(None, "zqxv")], 9) == []


async def test_of_many_merges_at_once_each_takes_effect_or_is_refused(world: World) -> None:
    for name in NAMES:
        await world.tell(name, "likes", name, type_="person")
    pairs = [(one, other) for one in NAMES for other in NAMES if one != other]
    done = await asyncio.gather(*(merge(world, *pair) for pair in pairs), return_exceptions=True)
    assert sum(not isinstance(one, Exception) for one in done) == len(NAMES) - 1
    [whole] = await world.entities.list_entities(world.admin, None, Instants(), 9, 0)
    view = await world.entities.get(world.admin, ref(whole.name), Instants())
    assert {one.row.value for one in view.attributes} == set(NAMES)
