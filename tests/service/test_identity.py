"""Who is who, through the whole write: names as people write them, told in prose and asked for by id."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.model import VERBS
from tests.service.world import CONTEXT, World

HOME, OTHER_HOME = "a/user/ann", "a/user/bob"


async def told(world: World, *said: str, scope: str = HOME) -> dict[str, set[str]]:
    """Entity -> what is believed of it as subject, after these turns in one session."""
    session = None
    for text in said:
        made = await world.say(text, scope, session=session)
        session = made.session_id
    facts: dict[str, set[str]] = {}
    for one in await world.entities.list_entities(world.admin, None, Instants(), 500, 0):
        view = await world.entities.get(world.admin, EntityRef(one.type, one.name), Instants())
        for fact in (*view.attributes, *view.relations):
            if fact.entity.uid == one.uid:
                facts.setdefault(one.name, set()).add(f"{fact.row.key}={fact.row.value}")
    return facts


def holding(folder: Path, word: bytes) -> list[Path]:
    """Files with a word in them."""
    return [one for one in folder.rglob("*") if one.is_file() and word in one.read_bytes().lower()]


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        (("Dr. Mira Lee works at Acme.", "Dr. Lee lives in Oslo.", "Mira Lee is a cardiologist."), "Dr. Mira Lee"),
        (("Robert Smith lives in Oslo.", "Bob works at Acme.", "Bob Smith likes tea."), "Robert Smith"),
        (("Sean O'Brien lives in Cork.", "Sean O’Brien is a chef.", "Sean OBrien likes tea."), "Sean O'Brien"),
        (("José García lives in Madrid.", "Jose Garcia is a chef.", "JOSE GARCIA likes tea."), "José García"),
        (("Zoë Müller lives in Köln.", "Zoe Muller is a chef.", "Zoe Mueller likes tea."), "Zoë Müller"),
        (
            ("Anne-Marie Dupont is a chef.", "Anne Marie Dupont lives in Lyon.", "Anne-Marie likes tea."),
            "Anne-Marie Dupont",
        ),
        (("Omar likes tea.", "Omar Haddad is a chef.", "Omar Haddad lives in Rome."), "Omar"),
        (("Jane Porter (née Clayton) lives in Rome.", "Jane Clayton is a teacher.", "Jane likes tea."), "Jane Porter"),
        (("My friend Margaret, aka Mags, lives in Leeds.", "Mags is a chef.", "Margaret likes tea."), "Margaret"),
        (
            ("Elizabeth Warren is also known as Lizbo.", "Lizbo lives in Boston.", "Lizbo likes tea."),
            "Elizabeth Warren",
        ),
        (("My wife lives in Rome.", "My wife Julia is a nurse.", "Julia likes tea."), "ann's wife"),
        (("My wife Julia is a nurse.", "My wife lives in Rome.", "Julia likes tea."), "Julia"),
        (("My boss is Tom Baker.", "My boss lives in Rome.", "My manager likes tea."), "Tom Baker"),
        (("My mom lives in Rome.", "My mother Rosa is a nurse.", "My mum likes tea."), "ann's mom"),
    ],
)
async def test_one_person_under_many_spellings_is_one(world: World, said: tuple[str, ...], whole: str) -> None:
    facts = await told(world, *said)
    persons = [one.name for one in await world.entities.list_entities(world.admin, "person", Instants(), 99, 0)]
    assert [one for one in persons if one != "ann"] == [whole]
    assert len(facts[whole]) >= 3 or len(said) - 1 <= len(facts[whole])


@pytest.mark.parametrize(
    ("said", "apart"),
    [
        (("Priya Nair is a CFO.", "Priya Shah is a CTO."), {"Priya Nair", "Priya Shah"}),
        (("Priya likes tea.", "Priya Nair is a CFO.", "Priya Shah is a CTO."), {"Priya", "Priya Shah"}),
        (("Priya Nair is a CFO.", "Priya Shah is a CTO.", "Priya is a chef.", "Priya Kapoor is a nurse."),
         {"Priya Nair", "Priya Shah", "Priya", "Priya Kapoor"}),
        (("Anna is a chef.", "Anne is a nurse."), {"Anna", "Anne"}),
        (("Mary Ann Smith is a nurse.", "Mary B. Smith is a chef."), {"Mary Ann Smith", "Mary B. Smith"}),
        (("My sister Ana is a chef.", "My sister Eva is a nurse.", "My sister lives in Rome."), {"Ana", "Eva", "ann's sister"}),
        (("Ann Kovacs is a nurse.", "I live in Rome."), {"Ann Kovacs", "ann"}),
        (("My dog Max is a beagle.", "My friend Max works at Acme."), {"Max"}),
    ],
)  # fmt: skip
async def test_two_persons_stay_two(world: World, said: tuple[str, ...], apart: set[str]) -> None:
    await told(world, *said)
    persons = {one.name for one in await world.entities.list_entities(world.admin, "person", Instants(), 99, 0)}
    assert persons - {"ann"} == apart - {"ann"}


async def test_a_first_name_that_two_go_by_is_asked_about_and_not_guessed(world: World) -> None:
    await told(world, "Priya likes tea.", "Priya Nair is a CFO.", "Priya Shah is a CTO.")
    made = await world.say("Priya moved to Paris.", HOME)
    [taken] = made.taken
    assert [(one.about, one.value) for one in taken.summary.uncertainties] == [("Priya city", "Paris")]
    for name in ("Priya", "Priya Shah"):
        assert "city" not in await world.values("person", name)
    await world.say("Priya Shah moved to Paris.", HOME)
    assert (await world.values("person", "Priya Shah"))["city"] == "Paris"


@pytest.mark.parametrize(
    "said",
    [
        ("Acme Inc is based in Berlin.", "ACME hired Tom Baker.", "Tom Baker works at Acme."),
        ("ACME hired Tom Baker.", "Acme Inc is based in Berlin.", "Tom Baker works at Acme."),
    ],
)
async def test_an_organisation_is_one_with_and_without_its_legal_form_and_type(
    world: World, said: tuple[str, ...]
) -> None:
    await told(world, *said)
    things = [
        one for one in await world.entities.list_entities(world.admin, None, Instants(), 99, 0) if one.type != "person"
    ]
    assert len(things) == 1
    ref = EntityRef("organisation", things[0].name)
    assert (await world.entities.get(world.admin, ref, Instants())).entity.uid == things[0].uid
    assert (await world.entities.get(world.admin, EntityRef("other", things[0].name), Instants())).attributes
    if things[0].type == "other":
        with pytest.raises(ApiError):
            await world.entities.delete(world.admin, ref)


async def test_what_one_user_calls_somebody_tells_another_nothing(world: World) -> None:
    await told(world, "My wife Julia is a nurse.", "Robert Downey goes by Quill.")
    await told(world, "My wife Carla is a chef.", "Robert Downey likes tea.", scope=OTHER_HOME)
    await told(world, "My wife lives in Rome.", "Quill lives in Oslo.", scope=OTHER_HOME)
    bob = world.caller("bob", dict.fromkeys(VERBS, (OTHER_HOME,)))
    assert (await world.values("person", "Carla", by=bob))["city"] == "Rome"
    assert await world.values("person", "Robert Downey", by=bob) == {"likes": "tea"}
    assert await world.values("person", "Quill", by=bob) == {"city": "Oslo"}
    assert (await world.entities.get(bob, EntityRef("person", "Robert Downey"), Instants())).aliases == ()


async def test_erasing_what_told_a_name_takes_the_name_and_its_keys(world: World, tmp_path: Path) -> None:
    await told(world, "Elizabeth Warren lives in Boston.")
    made = await world.say("Elizabeth Warren is also known as Zqlizbo.", HOME)
    assert (await world.values("person", "zqlizbo"))["city"] == "Boston"
    [fact] = made.taken[0].summary.attributes
    await world.ledger.memory.erase(CONTEXT, [*made.turn_ids, fact.row.id])
    await world.ledger.traces.flush()
    with pytest.raises(ApiError):
        await world.entities.get(world.admin, EntityRef("person", "Zqlizbo"), Instants())
    assert (await world.values("person", "Elizabeth Warren"))["city"] == "Boston"
    await world.ledger.memory.scrub()
    assert not await asyncio.to_thread(holding, tmp_path, b"qlizbo")
