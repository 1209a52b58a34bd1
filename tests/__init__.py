"""Tests of the product. Folders say what is tested; fakes.py has what several of them share."""
