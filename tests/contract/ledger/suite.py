"""What every ledger must do. An adapter's test subclasses each suite and brings the fixture `ledger`.

The ledger is new, has the contexts of `records.make_contexts`, and tells time by the fixture `clock`.
"""

from tests.contract.ledger.access_suite import AccessSuite
from tests.contract.ledger.concurrency_suite import ConcurrencySuite
from tests.contract.ledger.copies_suite import CopiesSuite
from tests.contract.ledger.merging_suite import MergingSuite
from tests.contract.ledger.queue_suite import DocumentSuite, IdempotencySuite, JobSuite
from tests.contract.ledger.read_suite import ReadSuite
from tests.contract.ledger.removal_suite import RemovalSuite
from tests.contract.ledger.stated_suite import StatedSuite
from tests.contract.ledger.traces_suite import TraceSuite
from tests.contract.ledger.upkeep_suite import UpkeepSuite
from tests.contract.ledger.write_suite import WriteSuite

__all__ = [
    "AccessSuite",
    "ConcurrencySuite",
    "CopiesSuite",
    "DocumentSuite",
    "IdempotencySuite",
    "JobSuite",
    "MergingSuite",
    "ReadSuite",
    "RemovalSuite",
    "StatedSuite",
    "TraceSuite",
    "UpkeepSuite",
    "WriteSuite",
]
