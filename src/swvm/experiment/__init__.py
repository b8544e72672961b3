"""spec.toml -> records: cross-validation, tuning, resuming; and records -> chosen configurations, tests.

Reading order: `outcome` and `records` (what a run leaves), `selection` and `significance` (what follows from records).
"""
