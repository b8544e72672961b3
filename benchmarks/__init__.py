"""swvm beside python-crfsuite: the same features, the same epochs, one core, in one run.

Reading order: `corpora` and `attributes` (what both get), `crfsuite` and `native` (the tasks of the two), `run` (a task
in a fresh process, alternation, medians), `plan` (what is compared), `report` (record -> page).
`python -m benchmarks` does all of it.
"""
