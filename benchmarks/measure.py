"""Memory and cores, as the operating system counts them."""

from __future__ import annotations

import os
import resource
import sys

_ALL_CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def megabytes(ru_maxrss: int) -> float:
    """Return a peak of memory as getrusage reports it in megabytes."""
    return ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def peak_memory() -> float:
    """Return the largest resident size of this process so far, in megabytes."""
    return megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def pin(cores: int) -> None:
    """Keep this process and its children on the last `cores` cores that the benchmark was given."""
    if _ALL_CORES:
        os.sched_setaffinity(0, _ALL_CORES[-cores:])
