"""spec.toml -> records: cross-validation, tuning, resuming; and records -> chosen configurations, tests.

Reading order: `outcome`, `packing` and `records` (what a run leaves); `tables`, `grid` and `spec` (what is asked for);
`sources` and `plan` (the runs that follow), `features` (prepared once), `execution` and `breakdown` (one run),
`dispatch`, `pool`, `lock` and `runner` (all runs), `tuning` and `timing`; `selection`, `significance` and `comparison`
(what follows from records); `synthetic` (a made-up language). Tables and figures are in `swvm.report`.
"""
