"""Recall: from a question to ranked, dated, sourced hits."""
