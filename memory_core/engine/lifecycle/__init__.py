"""The upkeep of memory, decided without a model and without a clock.

strength        how much a fact matters at an instant
expiry          what of a timeline has run out
observations    how an observation and the tellings behind it are shown as one
consolidation   which tellings make an observation
elaboration     which entities belong together, from being named together
contradictions, duplicates   what the check of the store finds

Upkeep never changes what is believed: decay weighs in ranking and in what fills a bounded read, an observation stands
for tellings that stay as they are, and what expires was believed no longer or, of the category context, is older than
its context allows.
"""
