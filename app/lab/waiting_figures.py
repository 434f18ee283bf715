"""What waits in the database, as figures: the same whichever of several processes is asked."""

from __future__ import annotations

import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from app.serving.lab_database import lab_database
from classroom.waiting import jobs_by_state, oldest_queued_seconds


class Waiting(Collector):
    """What waits in the database: the same whichever process is asked."""

    def collect(self) -> Iterator[Metric]:
        age = GaugeMetricFamily(
            "lowlab_queue_age_seconds", "Seconds that the oldest waiting job has waited."
        )
        jobs = GaugeMetricFamily("lowlab_jobs", "Jobs as they stand.", labels=("state", "kind"))
        with lab_database().reading() as connection:
            age.add_metric((), oldest_queued_seconds(connection, time.time()))
            for names, number in jobs_by_state(connection).items():
                jobs.add_metric(names, number)
        yield from (age, jobs)


def waiting_text() -> bytes:
    """As Prometheus reads it. Raises DatabaseError where the database is away."""
    registry = CollectorRegistry()
    registry.register(Waiting())
    return generate_latest(registry)
