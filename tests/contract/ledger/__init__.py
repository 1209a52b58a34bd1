"""What every ledger must do, and the ledgers that are put to it."""
