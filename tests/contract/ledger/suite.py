"""What every ledger must do. An adapter's test subclasses each suite and brings the fixture `ledger`.

The ledger is new, has the contexts of `records.make_contexts`, and tells time by the fixture `clock`.
"""

from tests.contract.ledger.read_suite import ReadSuite
from tests.contract.ledger.write_suite import WriteSuite

__all__ = ["ReadSuite", "WriteSuite"]
