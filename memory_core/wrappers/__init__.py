"""What may be put around any port: observation, resilience, and faults for tests.

A wrapper offers the same port as what it wraps, so neither side knows of it:

    vectors = observed(resilient(QdrantVectors(...), "vectors", policy), "vectors")
"""

from __future__ import annotations
