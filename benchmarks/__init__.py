"""swvm beside python-crfsuite: the same features, the same epochs, one core, in one run.

Reading order: `corpora` and `attributes` (what both get), `crfsuite` and `swvm_side` (the tasks), `run` (a task in a fresh
process), `plan` (what is compared), `report` (record -> table and page). `python -m benchmarks` does all of it.
"""
