"""Reconciliation: what a proposal becomes against what stands.

Statements are taken in order, each against the ledger's rows and the rows that the same write already planned:

* A **repeat** of what is believed is evidence: it takes its place in the ledger, off every surface, and the answer
  names the row that it repeats (engine.temporal says why it is kept). Told again with the very same known time it adds
  no row at all.
* A statement that is believed from its start on, where another value was, **supersedes** it and is reported as a
  correction. One that takes its place in the past, and one of a key that holds many values, corrects nothing.
* One that yields (low confidence, or a turn's against a document's) becomes a **claim**, with an uncertainty that names
  both.
* An **ending** is reported as a correction with an empty new value, if it ended anything. A value that the same turn
  then puts in its place completes that correction.
* A **document** that says something else than a user overrules what the user said, whichever came first: that is a claim
  then, with an uncertainty that names both.
* What a document **says again** in another reading keeps its row, which learns where its words stand now.
* A firm statement resolves the open uncertainties about its entity and key.

Nothing here reads or writes: `need` says what must be read under lock, `reconcile` turns it into rows. A preview is the
same call with the rows dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from memory_core.engine.model import Instant
from memory_core.engine.plan import Standing
from memory_core.engine.proposal import Outcome, Proposal
from memory_core.engine.reconcile.batch import Batch
from memory_core.engine.reconcile.needs import need
from memory_core.engine.reconcile.revision import outdated, unfounded
from memory_core.engine.temporal import FLOOR

__all__ = ["need", "outdated", "reconcile", "unfounded"]


def reconcile(
    proposal: Proposal, standing: Standing, now: Instant, new_id: Callable[[str], str], floor: float = FLOOR
) -> Outcome:
    """The rows that a proposal becomes, and what to answer.

    `now` is the moment of the write, `new_id` makes an id of a kind (attribute, relation, instruction, uncertainty),
    and `floor` is the confidence under which a statement displaces nothing. Has no effects, so it may be called again.
    """
    batch = Batch(proposal, standing, now, new_id, floor)
    turn = -1
    for statement in proposal.statements:
        if statement.turn != turn:
            turn = statement.turn
            batch.call(turn)
        batch.state(statement)
    for instruction in proposal.instructions:
        batch.instruct(instruction)
    for uncertainty in proposal.uncertainties:
        batch.doubt(uncertainty)
    for mention in proposal.mentions:
        batch.mention(mention)
    return batch.outcome()
