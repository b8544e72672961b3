"""swvm beside python-crfsuite: the same features, the same epochs, one core, in one run.

Reading order: `corpora` and `attributes` (what both get), `crfsuite`, `native` and `epochs` (tasks), `run` (a task in a
fresh process, alternation, medians), `rows` (numbers and targets), `training`, `tagging` and `learners` (the sections:
what is compared), `plan` (all of them), `report` (record -> page).
`python -m benchmarks` does all of it.
"""
