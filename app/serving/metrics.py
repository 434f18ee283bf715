"""What the server measures of itself, in the form that Prometheus reads.

Histograms and counters are this process's own; with several web processes they are added up by the
files that `PROMETHEUS_MULTIPROC_DIR` names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)

SHARED_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)

OWN = CollectorRegistry()
GRADE_SECONDS = Histogram(
    "lowlab_grade_seconds",
    "Seconds that judging one attempt took, without its wait.",
    registry=OWN,
    buckets=_SECONDS,
)
LOOK_SECONDS = Histogram(
    "lowlab_look_seconds",
    "Seconds from a question about a source to its answer, with its wait.",
    registry=OWN,
    buckets=_SECONDS,
)
JAIL_FAILURES = Counter(
    "lowlab_jail_failures", "Requests and gradings that found no working jail.", registry=OWN
)


@contextmanager
def timed(seconds: Histogram) -> Iterator[None]:
    """What ends with an error is counted too: its asker waited as long."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        seconds.observe(time.perf_counter() - begun)


def metrics_text() -> bytes:
    """All that processes of this server have measured so far."""
    own = OWN
    if os.environ.get(SHARED_VARIABLE):
        own = CollectorRegistry()
        multiprocess.MultiProcessCollector(own)
    return generate_latest(own)
