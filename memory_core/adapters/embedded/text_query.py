"""From terms and a filter to a tantivy query, term by term: no text is ever parsed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import tantivy

from memory_core.adapters.embedded.text_schema import FRAGMENTS, NAMES, WORDS
from memory_core.engine.analysis import QueryTerms, selective
from memory_core.ports.filters import IndexFilter

_WEIGHTS = {WORDS: 1.0, NAMES: 0.5}
"""What a word is worth by where it stands."""
_FEW_TERMS = 3
_COMMON_SHARE = 0.3
"""What a word that carries nothing is worth in a very short question."""
_FRAGMENT_SHARE = 0.2
"""What part of a long word is worth against a whole word."""


def scoring_query(schema: Any, searcher: Any, query: QueryTerms) -> Any | None:
    """What ranks: BM25 of the rarest terms. None when nothing can be found."""
    weighted = [
        (term, field, weight) for term in _chosen(searcher, query.terms, _WEIGHTS) for field, weight in _WEIGHTS.items()
    ]
    if len(query.terms) < _FEW_TERMS:
        common = _chosen(searcher, query.common, _WEIGHTS)
        weighted += [(term, field, weight * _COMMON_SHARE) for term in common for field, weight in _WEIGHTS.items()]
    fragments = _chosen(searcher, query.fragments, (FRAGMENTS,))
    weighted += [(term, FRAGMENTS, _FRAGMENT_SHARE) for term in fragments]
    if not weighted:
        return None
    return tantivy.Query.boolean_query(
        [
            (tantivy.Occur.Should, tantivy.Query.boost_query(_term(schema, field, term, "freq"), weight))
            for term, field, weight in weighted
        ]
    )


def filtered(schema: Any, scoring: Any, narrowed: IndexFilter, *, scoped: bool) -> Any:
    """A scoring query inside a filter; without the filter's scope sets when `scoped` is False."""
    must = [_term(schema, "context", narrowed.context), *_clauses(schema, narrowed)]
    if scoped and narrowed.scope_sets is not None:
        must.append(tantivy.Query.term_set_query(schema, "scope_set", list(narrowed.scope_sets)))
    clauses: list[tuple[Any, Any]] = [(tantivy.Occur.Must, scoring)]
    clauses += [(tantivy.Occur.Must, tantivy.Query.const_score_query(one, 0.0)) for one in must]
    if narrowed.live_only:
        clauses.append((tantivy.Occur.MustNot, _term(schema, "live", 0)))
    return tantivy.Query.boolean_query(clauses)


def _clauses(schema: Any, narrowed: IndexFilter) -> Iterable[Any]:
    for label in narrowed.labels:
        yield _term(schema, "labels", label)
    for field, value in (("session_id", narrowed.session_id), ("source_kind", narrowed.source_kind)):
        if value is not None:
            yield _term(schema, field, value)
    for field, values in (
        ("kind", narrowed.kinds),
        ("document_id", narrowed.document_ids),
        ("mime_type", narrowed.mime_types),
    ):
        if values is not None:
            yield tantivy.Query.term_set_query(schema, field, list(values))
    if narrowed.observed_until is not None:
        yield _observed(schema, None, narrowed.observed_until)
    if narrowed.turns_from is not None or narrowed.turns_before is not None:
        turn = _term(schema, "kind", "turn")
        other = [(tantivy.Occur.Must, tantivy.Query.all_query()), (tantivy.Occur.MustNot, turn)]
        until = None if narrowed.turns_before is None else narrowed.turns_before - 1
        within = _observed(schema, narrowed.turns_from, until)
        either = [within, tantivy.Query.boolean_query(other)]
        yield tantivy.Query.boolean_query([(tantivy.Occur.Should, one) for one in either])


def _observed(schema: Any, first: int | None, last: int | None) -> Any:
    return tantivy.Query.range_query(schema, "observed_at", tantivy.FieldType.Integer, first, last)


def _chosen(searcher: Any, terms: Sequence[str], fields: Iterable[str]) -> list[str]:
    names = tuple(fields)
    frequency = {term: max(searcher.doc_freq(name, term) for name in names) for term in terms} if names else {}
    return selective(terms, frequency, searcher.num_docs)


def _term(schema: Any, field: str, value: str | int, index_option: str = "basic") -> Any:
    return tantivy.Query.term_query(schema, field, value, index_option)
