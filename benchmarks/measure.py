"""Memory and cores, as the operating system counts them."""

from __future__ import annotations

import os
import resource
import sys


def peak_memory() -> float:
    """Return the largest resident size of this process so far, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def pin(cores: int) -> None:
    """Keep this process and its children on the last `cores` cores, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        available = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, available[-cores:])
