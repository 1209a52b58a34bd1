"""Employers, roles, teams, studies: joining, being, leaving."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.model import EntityName
from memory_core.engine.extraction.phrases import Phrase, is_proper, listed, until
from memory_core.engine.extraction.readers import (
    ALL,
    employer_at,
    is_role,
    key_of_place,
    place_at,
    role_at,
    role_drafts,
    tails,
)
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()

_JOB = r"(?:(?:a|an|the|my|our|this|new|great|first|full-time|part-time|summer|dream|second|next|current|job|position|role|gig|internship|offer|contract|post|placement|working|career|last)\s+)*"


_SUBJECTS = r"(?:(?!(?:me|us|them|him|her|you|my|our|people|how|that|a|an|the|this|it|at|in|for|to|as|with|students)\b)[^\W\d_][\w'-]*)"


_ONWARD = re.compile(
    r"[\s,\ue000]+(?:to (?:join|work (?:at|for)|go to|start at|take a job at)|for (?:a job at )?|and (?:joined|went to))\s*(?=(?:the )?(?-i:[A-Z]))",
    re.IGNORECASE,
)
_FROM_HOME = re.compile(r"\s+(?:remotely\s+)?(?:from|out of)\s+(?=(?-i:[A-Z]))", re.IGNORECASE)
_MEMBERSHIP = re.compile(
    r"(?i)\b(?:association|club|society|gym|band|choir|league|church|party|union|nato|eu|orchestra|team|alliance)$"
)
_GROUP_LEFT = re.compile(
    r"(?i)(?:the|my|our|his|her|their) (?P<what>(?:[\w'&-]+ ){0,3}(?:club|choir|band|orchestra|gym|society|association|league|union|committee|board|book group))\b(?! \w+ing)(?=\s*(?:$|[,.!\ue000]|because|since|for|and|after|when|in|at))"
)
_PROMOTED_FROM = re.compile(r"from (?:an? |the )?(?P<old>.+?) to ", re.IGNORECASE)


def _with_employer(clause: Clause, match: re.Match[str], stative: bool) -> list[Draft]:
    found = employer_at(clause, match.end())
    if found is None:
        return []
    drafts = [found[0], *tails(clause, found[1], "role workplace kin")]
    home = _FROM_HOME.match(clause.predicate, found[1]) if re.search(r"(?i)\bremote", clause.text) else None
    if home and (place := place_at(clause, home.end())):
        drafts.append(Draft(key_of_place(place.text), place.text, confidence=0.75))
    for draft in drafts:
        draft.stative = stative
    return drafts


@RULES.on(
    r"(?:be )?(?:work|works|working|worked|employed|interning|intern|interned)\s+(?:(?:\w+ly|remotely|full[- ]time|part[- ]time|(?:(?:night|day|late|early|double|evening|weekend|rotating) )?shifts?|nights|days|weekends|mornings|evenings|freelance|directly)\s+)*(?:over |here )?(?:at|for|by|@)\s+"
)
def works_at(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Works at Acme as a CTO."""
    return _with_employer(clause, match, True)


@RULES.on(
    r"(?:be )?(?:work|works|working|worked|employed|serve|serves|serving|served|acting|act)\s+(?:\w+ly\s+|full[- ]time\s+|part[- ]time\s+)?as\s+"
)
def works_as(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Works as a nurse in Leeds."""
    role = role_at(clause.predicate, match.end())
    return [*role_drafts(clause, role), *tails(clause, role.end, "employer place kin house")] if role else []


@RULES.on(
    rf"(?:be )?(?:teach|teaches|taught|teaching)\s+(?P<what>{_SUBJECTS}(?:\s+(?:and\s+)?{_SUBJECTS}){{0,3}}?)(?=\s*(?:$|[,.;\ue000]|\b(?:at|in|to|for|part-time|full-time|and (?:is|has|lives|works))\b))"
)
def teaches(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Teaches chemistry in Brno."""
    return [Draft("teaches", match["what"]), *tails(clause, match.end(), "employer place")]


@RULES.on(
    r"(?:be )?(?:work|works|working)\s+(?:(?:fully )?(?P<how>remotely|remote|from home)\b|in (?P<field>[a-z][\w &-]+))"
)
def works_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Works from home; works in finance."""
    if match["how"]:
        yield Draft("work_arrangement", match["how"])
    elif (
        (field := until(clause.predicate, match.start("field"), "at|for|and|as|but|with|in|on|since|because"))
        and len(field.text.split()) <= 3
        and not re.match(r"(?i)(?:the|a|an|my|this|that|person|progress)\b", field.text)
    ):
        yield Draft("field_of_work", field.text)
        yield from tails(clause, field.end, "employer place")


@RULES.on(
    r"(?:be )?(?:join|joined|joining|joins|hired by|hired at|recruited by)\s+(?:the team at\s+|the company\s+)?(?=\S)"
)
@RULES.on(
    rf"(?:be )?(?:start|started|starting|starts|begin|began|beginning|begun)\s+{_JOB}(?:over )?(?:at|with|for)\s+"
)
@RULES.on(
    rf"(?:be )?(?:get|got|gotten|land|landed|accept|accepted|took|take|taking|taken|signed|secured|offered)\s+{_JOB}(?:at|with|from|for)\s+"
)
def joined(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Joined Acme as CFO; started at Acme; got the job at Acme."""
    if re.match(
        r"(?i)(?:a|an|us|me|you|them|in|my|our|forces|the (?:club|gym|call|meeting))\b", clause.predicate[match.end() :]
    ):
        return []
    named = re.search(r"(?i)\b(?:job|position|role|gig|internship|offer|contract|post|placement)\b", match[0])
    vague = re.match(r"(?i)(?:be )?(?:get|got|gotten|land|accept|took|tak|signed|secured|offered)", match[0])
    if not named and (vague or re.search(r"(?i)\b(?:with|for|from)\s+$", match[0])):
        return []
    found = _with_employer(clause, match, False)
    group = clause.subject.entity is not None and clause.subject.entity.type in ("location", "organisation", "product")
    for draft in found:
        if draft.key == "works_at" and (group or _MEMBERSHIP.search(draft.value)):
            draft.key = "member_of"
    return [draft for draft in found if draft.target is not None or draft.key != "employer"]


@RULES.on(
    rf"(?:be )?(?:got|get|gotten|landed|land|accepted|took|take|taken|started|found|have|has|had|offered) {_JOB}as\s+"
)
@RULES.on(r"(?:be |got |get )?(?:start|started|starting|starts)\s+(?:work\s+)?as\s+")
@RULES.on(
    r"(?:be |got |get |getting |gotten |been |be getting )+(?:promoted|appointed|elected|named|made|hired|crowned|sworn in|nominated)\s+(?:to|as|the)?\s*"
)
@RULES.on(
    r"(?:be )?(?:become|became|becoming|becomes|(?:take|took|taking|takes) over (?:from (?-i:[A-Z])\S*(?: (?-i:[A-Z])\S*)? )?as|step up as|stepped up as|stepping into the role of)\s+(?=\S)"
)
def became(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Got promoted to VP of Engineering; became head of state; was appointed CFO of Acme."""
    old = _PROMOTED_FROM.match(clause.predicate, match.end())
    role = role_at(clause.predicate, old.end() if old else match.end())
    if role is None or not (
        is_role(role.text) or re.search(r"(?i)promot|appoint|elect|hired|crowned|sworn|took over", match[0])
    ):
        return []
    drafts = [*role_drafts(clause, role, stative=False), *_changes(tails(clause, role.end, "employer"))]
    drafts[0].replaces = old["old"] if old else None
    return drafts


def _changes(drafts: list[Draft]) -> list[Draft]:
    for draft in drafts:
        draft.stative = False
    return drafts


@RULES.on(r"(?:be )?(?:(?:a|an|the|now the|now a|now an|one of the)\b)?\s*(?=\S)")
def is_a_role(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is a pediatric surgeon in Toronto; is the CEO of Acme; is CTO at Acme."""
    if not clause.predicate.startswith("be "):
        return []
    role = role_at(clause.predicate, match.end())
    if role is None or not is_role(role.text):
        return []
    if not re.search(r"(?i)\b(?:a|an|the)\b", match[0]) and len(role.text.split()) > 6:
        return []
    return [*role_drafts(clause, role), *tails(clause, role.end, f"{ALL} house")]


@RULES.on(r"be (?:now |over |currently )?(?:at|with|employed at)\s+(?=(?-i:[A-Z]))")
def at_employer(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is not at Acme anymore; is at Acme now."""
    over = clause.verb.ended or clause.verb.negated
    if not over and not re.search(r"(?i)\bnow\b", clause.text):
        return []
    found = employer_at(clause, match.end())
    return [found[0]] if found else []


@RULES.on(
    r"(?P<how>step(?:ped|ping)? down|resign(?:ed|ing)?|retir(?:e|ed|es|ing)) (?:as|from (?:my |his |her |their )?(?:role|position|job|post) as) "
)
def stepped_down(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Stepped down as CEO."""
    role = role_at(clause.predicate, match.end())
    return [Draft("role", role.text, ends=True, stative=False)] if role else []


@RULES.on(
    r"(?:be |got |get )*(?:dropped out of|drop out of|lost(?= (?:my|the|his|her|their) (?:old )?job\b)|quit|leave|left|leaving|resign(?:ed|ing)? from|retir(?:ed|ing) from|depart(?:ed|ing)|fired (?:from|by)|laid off (?:from|by)|let go (?:from|by)|"
    r"done (?:at|with)|finished (?:at|with)|finished working (?:at|for)|stop(?:ped|ping)? working (?:at|for)|part(?:ed)? ways with|made redundant (?:at|by|from))\s+"
    r"(?:(?:my|the|his|her|their) (?:old )?(?:job|position|role|post|company) (?:at|with|in)\s+)?(?P<job>(?:my|his|her|their|the) (?:old |current )?job\b)?"
)
def left(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Left Acme; quit my job at Acme."""
    if match["job"]:
        return [Draft("works_at", "", ends=True, stative=False)]
    phrase = clause.phrase(match.end())
    group = _GROUP_LEFT.match(clause.predicate, match.end())
    if group:
        return [Draft("member_of", group["what"], ends=True, stative=False)]
    if phrase is None or not (is_proper(phrase.text) or re.search(r"(?i)job|working|fired|laid|dropped", match[0])):
        return []
    if clause.discourse.kind_of(phrase.text) == "location":
        return [Draft("city", phrase.text, ends=True, stative=False)]
    leaving = Draft("works_at", phrase.text, target=EntityName("organisation", phrase.text), ends=True, stative=False)
    onward = _ONWARD.match(clause.predicate, phrase.end)
    found = employer_at(clause, onward.end()) if onward else None
    if found is None:
        return [leaving]
    found[0].stative = False
    return [leaving, found[0]]


@RULES.on(r"(?:be )?(?:report|reports|reporting|reported|answer|answers|answering)\s+(?:directly |straight |in )?to\s+")
def reports_to(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Reports to Omar."""
    target = clause.name(match.end(), "person")
    return [Draft("reports_to", target.name, target=target)] if target else []


@RULES.on(
    r"(?:be )?(?:the one )?(?P<verb>lead(?:s|ing)?|led|manag(?:e|es|ed|ing)|head(?:s|ed|ing)?(?: up)?|runs?|ran|running|oversee(?:s|ing)?|supervis(?:e|es|ed|ing)|"
    r"in charge of|responsible for|direct(?:s|ed|ing)|mentor(?:s|ed|ing)?|coach(?:es|ed|ing)?)\s+"
)
def leads(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Leads the payments team at Northwind; manages Ana and Luis."""
    verb = match["verb"].lower()
    label = {
        "l": "leads",
        "m": "manages",
        "r": "runs",
        "h": "leads",
        "o": "oversees",
        "s": "supervises",
        "i": "leads",
        "d": "leads",
        "c": "coaches",
    }[verb[0]]
    label = {"mentor": "mentors", "respon": "leads"}.get(verb[:6], label)
    what = until(clause.predicate, match.end(), "at|for|since|because|but|with|where|from|in|which|who|that")
    if what is None or re.match(
        r"(?i)(?:by|out|into|late|away|around|to|it|them|this|that|low|on|over|up|through|\d|an errand|errands|a marathon)\b",
        what.text,
    ):
        return []
    if label == "runs" and not re.search(
        r"(?i)\b(?:team|company|business|shop|store|bakery|restaurant|cafe|café|department|group|club|practice|agency|studio|"
        r"office|project|firm|startup|newsletter|podcast|blog|school|farm|hotel|bar|gym)\b",
        what.text,
    ):
        return []
    drafts = [_managed(clause, label, part) for part in listed(clause.predicate, what.start, what.end)[:6]]
    return [*drafts, *tails(clause, what.end, "employer place")]


def _managed(clause: Clause, label: str, part: Phrase) -> Draft:
    if not is_proper(part.text[:1]):
        return Draft(label, part.text)
    target = clause.known(
        part,
        clause.discourse.kind_of(
            part.text, "person" if label in ("manages", "mentors", "coaches", "supervises") else "other"
        ),
    )
    return Draft(label, target.name, target=target)


@RULES.on(
    r"be (?:an? )?(?:proud |active |founding |long-time |new |paying |board )*(?:member|part|volunteer|fellow|alumnus|alumna) (?:of|at|with|in) (?:the )?(?=(?-i:[A-Z\d]))"
)
def member_of(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is a member of the Alpine Club."""
    target = clause.name(match.end(), "organisation")
    return [Draft("member_of", target.name, target=target)] if target else []


@RULES.on(r"(?:be )?on the (?P<team>[\w &-]+?) team\b")
def on_team(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is on the billing team at Acme."""
    return [Draft("team", match["team"]), *tails(clause, match.end(), "employer")]


@RULES.on(
    r"(?:be )?(?P<state>self[- ]employed|unemployed|retired|semi-retired|freelancing|between jobs|on (?:maternity|paternity|parental|sick) leave|on sabbatical|out of work)\b"
)
def employment(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is retired."""
    return [Draft("employment_status", match["state"])] if match[0].startswith("be ") else []
