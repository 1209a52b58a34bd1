"""Verb forms that the splitting of clauses and the reading of subjects rely on."""

from __future__ import annotations

BE = "am|is|are|was|were|isn't|aren't|wasn't|weren't|ain't|isnt|arent|wasnt|werent|'s|'re|'m"
AUXILIARY = (
    f"{BE}|have|has|had|haven't|hasn't|hadn't|havent|hasnt|do|does|did|don't|doesn't|didn't|dont|doesnt|didnt|will|won't|wont|would|"
    "wouldn't|can|can't|cannot|cant|could|couldn't|should|shouldn't|may|might|must|used to|'ve|'ll|'d|no longer|never"
)
_STEMS = """
    live work move own like love hate enjoy prefer use speak play study teach run lead manage ship cost weigh report drive start join leave
    become graduate marry adopt switch close open end expire begin retire resign serve belong sit stand stay reside come go run head direct
    support measure contain include require launch acquire release found establish train collect practise practice learn write code build
    sell buy rent earn make plan attend visit travel break celebrate turn meet call name go charge deliver handle maintain oversee supervise
    operate employ date know volunteer coach volunteer specialise specialize cover host sponsor commute fly
    arrive depart pay take raise win lose publish design develop create produce perform sing cook bake grow paint draw ride
    swim hike climb dance knit read watch listen order migrate relocate transfer renew change replace succeed merge rename drink eat avoid
    slip push postpone reschedule shift increase decrease drop rise delay extend bump update slide retail deploy merge block
    settle transition retrain swap ditch drop commute support teach freelance intern mentor
    dislike adore despise detest loathe want need wear smoke quit stop finish prefer follow
    """.split()
_IRREGULAR = """
    left became began sat stood came went ran led broke met sold bought rented made got built wrote spoke drove taught knew took won lost
    sang grew drew rode swam flew paid chose rose fell quit wore ate drank gave founded has had goes does lies lay died born
    """.split()


def _forms(stem: str) -> list[str]:
    if stem.endswith("y") and stem[-2] not in "aeo":
        return [stem, stem[:-1] + "ies", stem[:-1] + "ied"]
    if stem.endswith(("s", "sh", "ch", "x", "o")):
        return [stem, stem + "es", stem + "ed"]
    if stem.endswith("e"):
        return [stem, stem + "s", stem + "d"]
    doubled = (
        stem + stem[-1] + "ed"
        if stem[-1] in "ptn" and stem[-2] in "aeiou" and stem[-3:-2] not in tuple("aeiou")
        else stem + "ed"
    )
    return [stem, stem + "s", stem + "ed", doubled]


FINITE = sorted({form for stem in _STEMS for form in _forms(stem)} | set(_IRREGULAR), key=len, reverse=True)
FINITE_PATTERN = "|".join(FINITE)
INFLECTED = sorted({form for form in FINITE if form not in _STEMS} | {"quit"}, key=len, reverse=True)
"""Forms that are no infinitive or plain noun: safe signs of a predicate after a name."""
INFLECTED_PATTERN = "|".join(INFLECTED)
STEMS_PATTERN = "|".join(sorted(set(_STEMS) - {"quit", "cost", "read", "come", "run", "become"}, key=len, reverse=True))
"""Infinitives that differ from every other form of their verb."""
