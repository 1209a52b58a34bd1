"""Use cases over the real embedded ledger."""
