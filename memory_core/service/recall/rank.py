"""From candidates that were read back to the ranking: mixed scores, what lies beside a turn, priors, and order in time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from memory_core.engine.analysis import index_terms, query_terms
from memory_core.engine.fusion import UNEMBEDDED_SHARE, Candidate, Weights, leaning, recency
from memory_core.engine.model import Role, Turn
from memory_core.engine.speaking import asking, named_speaker
from memory_core.engine.timex.vocabulary import MONTHS, WEEKDAYS
from memory_core.engine.understanding import Tense, Understanding
from memory_core.engine.updates import Telling, in_line, in_time
from memory_core.service.recall.model import ChunkView, FactView, Hit, Mode, Question, Recallable

WEAK_COSINE = 0.3
"""Below this, and without a shared word that carries meaning, nothing found is called relevant."""
SURE_COSINE = 0.55
"""What it takes where a question names somebody of whom nothing that was found speaks."""
BEST_BY_WORDS = 3
"""Of a leg of words, the hits that are read again to see how much of the question they cover."""
LONG_CHARS = 20_000
STALE_TRUST = 0.1
"""What a record without any trust loses."""


def ranked(
    question: Question,
    asked: Understanding,
    candidates: Mapping[str, Candidate],
    records: Mapping[str, Recallable],
    seeds: Collection[int],
    replaced: Mapping[str, str],
    unembedded: Collection[str],
    weights: Weights,
) -> list[Hit]:
    """Hits, best first, with scores from 0 to 1.

    `seeds` are the entities that the question names, `replaced` turns that told what is superseded -> their successors,
    `unembedded` the candidates that wait for their vector.
    """
    hits = [Hit(record, candidates[one].score, candidates[one].signals) for one, record in records.items()]
    if not hits:
        return []
    if question.mode is Mode.HYBRID:
        _lean(list(zip(records, hits, strict=True)), unembedded, weights)
    oldest, newest = min(hit.occurred_at for hit in hits), max(hit.occurred_at for hit in hits)
    for hit in hits:
        if isinstance(hit.record, Turn) and not asked.of_asking:
            hit.score *= 1.0 - weights.asking * _only_asks(hit.record)
        hit.score += _prior(hit, asked, seeds, weights)
        hit.score += weights.recency * recency(hit.occurred_at, oldest, newest)
    top = weights.text + weights.vector + weights.graph
    hits.sort(key=lambda hit: (-hit.score, -hit.occurred_at, hit.id))
    for hit in hits:
        hit.score = max(0.0, min(1.0, hit.score / top))
    hits = _in_time(hits, asked, replaced)
    if question.threshold is not None:
        hits = [hit for hit in hits if hit.score >= question.threshold]
    return hits if question.include_duplicates else _folded(hits, question.k)


def covered(
    found: Mapping[str, Sequence[tuple[str, float]]], records: Mapping[str, Recallable], terms: Collection[str]
) -> dict[str, float]:
    """How much of a question the best of the legs of words cover, from 0 to 1.

    The text index and what waits for it each measure by a scale of their own; this one is common to both.
    """
    wanted, out = set(terms), dict[str, float]()
    for leg in ("text", "pending"):
        best = [Hit(records[one], 0.0).text for one, _ in found.get(leg, ()) if one in records][:BEST_BY_WORDS]
        if wanted and best:
            out[leg] = max(_share_of(wanted, text) for text in best)
    return out


def _share_of(wanted: Collection[str], text: str) -> float:
    """How many of the terms a text holds; a long one is taken to hold them, since it was found by some part of it."""
    return 1.0 if len(text) > LONG_CHARS else len(set(wanted) & set(index_terms(text))) / len(wanted)


def answers(hits: Sequence[Hit], asked: Understanding, *, named: bool) -> bool:
    """Whether any of the best hits bears on the question. `named`: an entity of its is known by name or alias."""
    texts = [hit.text.casefold() for hit in hits]
    names = [name for name in asked.names if name not in MONTHS and name not in WEEKDAYS]
    stranger = bool(names) and not named and not any(name in text for name in names for text in texts)
    for hit, text in zip(hits, texts, strict=True):
        vector = hit.signals.get("vector")
        if vector and vector.score >= (SURE_COSINE if stranger else WEAK_COSINE):
            return True
        if not stranger and any(word in text for word in asked.words):
            return True
    return False


def _lean(found: Sequence[tuple[str, Hit]], unembedded: Collection[str], weights: Weights) -> None:
    """Lets turns lean on those beside them that were found too, and what has no vector yet on its words."""
    shares = {one: share for one, hit in found if (share := _vector_share(one, hit, unembedded))}
    leaned = leaning(
        {
            (turn.session_id, turn.seq): (shares[one], len(turn.content))
            for one, hit in found
            if one in shares and isinstance(turn := hit.record, Turn)
        }
    )
    top = max(1.0, *leaned.values()) if leaned else 1.0
    for one, hit in found:
        if one in shares:
            turn = hit.record
            share = leaned[turn.session_id, turn.seq] if isinstance(turn, Turn) else shares[one]
            told = hit.signals.get("vector")
            hit.score += weights.vector * (share / top - (told.share if told else 0.0))


def _vector_share(one: str, hit: Hit, unembedded: Collection[str]) -> float:
    if signal := hit.signals.get("vector"):
        return signal.share
    words = hit.signals.get("text") or hit.signals.get("pending")
    return UNEMBEDDED_SHARE * words.share if words and one in unembedded else 0.0


def _prior(hit: Hit, asked: Understanding, seeds: Collection[int], weights: Weights) -> float:
    match hit.record:
        case Turn() as turn:
            spoke = weights.speaker if _speaks(turn, asked) else 0.0
            return spoke - STALE_TRUST * (1.0 - turn.trust)
        case ChunkView(document=document):
            return -STALE_TRUST * (1.0 - document.trust)
        case FactView(row=row, importance=importance):
            direct = weights.direct if row.entity_uid in seeds and asked.asks_for(row.key) else 0.0
            direct -= weights.fact * hit.score
            return direct + weights.importance * importance - STALE_TRUST * (1.0 - row.source.trust)
        case _:
            return 0.0


def _only_asks(turn: Turn) -> float:
    """How much of a turn asks. Not counted for who talks to an assistant: they say what they are at as they ask."""
    speaker, said = named_speaker(turn.content)
    return asking(said) if speaker or turn.role is not Role.USER else 0.0


def _speaks(turn: Turn, asked: Understanding) -> bool:
    """Whether it is the turn of somebody whom the question is about."""
    speaker, _ = named_speaker(turn.content)
    named = bool(set(speaker.casefold().split()) & set(asked.names))
    return named or (asked.of_self and turn.role is Role.USER)


def _in_time(hits: list[Hit], asked: Understanding, replaced: Mapping[str, str]) -> list[Hit]:
    """Of several tellings of one value the one that the question is after first; it takes the score of the other."""
    if asked.tense is Tense.ANY:
        return hits
    terms = query_terms(asked.text).terms

    def telling(hit: Hit) -> Telling | None:
        turn = hit.record
        if not isinstance(turn, Turn):
            return None
        speaker, said = named_speaker(turn.content)
        return Telling(f"{turn.role} {speaker}", turn.observed_at, said, terms)

    newest = asked.tense is Tense.NOW
    moved = in_line(in_time(hits, telling, newest=newest), lambda hit: hit.id, replaced, newest=newest)
    for before, hit in zip(reversed(moved[:-1]), reversed(moved[1:]), strict=True):
        before.score = max(before.score, hit.score)
    return moved


def _folded(hits: list[Hit], wanted: int) -> list[Hit]:
    """Without what says the same as a hit before it, as far as anybody looks."""
    seen: set[str] = set()
    kept: list[Hit] = []
    for at, hit in enumerate(hits):
        if len(kept) >= wanted:
            return kept + hits[at:]
        print_of = " ".join(hit.text.casefold().split())
        if print_of not in seen:
            seen.add(print_of)
            kept.append(hit)
    return kept
