"""Tests of memory_core.contract."""
