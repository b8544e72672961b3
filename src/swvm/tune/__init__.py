"""TRAIN and DEV -> a recipe: groups of features and settings, searched for by measurement, the simpler one in doubt.

Reading order: `groups`, `recipe` and `space` (what can be tried); `sources` and `trials` (a candidate as runs of
`swvm.experiment`); `bench` (what is known), `noise` (what differs), `search`, `halving` and `final` (what to try next);
`config`, `bounds`, `dispatch` and `driver` (running it); `halves`, `optimism` and `estimate` (how far to trust the
score); `found`, `tuning` (all of it) and `recipefile`. The report is in `swvm.report.tuning`.
"""
