"""Use cases of the upkeep of memory. What is decided is in engine.lifecycle; here it is read, bounded and applied."""
