"""Row 3: 30 clients at once, each loop new; the load generator shares the machine."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from script.benchmarks.bare import bare_compiler, bare_rate
from script.benchmarks.client import Connection, compile_body, unique_source
from script.benchmarks.measurement import Measurement, percentile

CLIENTS = 30
REQUESTS_PER_CLIENT = 20
MOST_SECONDS = 40.0
BARE_SECONDS = 5.0
LEAST_SHARE_OF_BARE = 0.85
MOST_P95_SECONDS = 0.8


async def measure_load(host: str, port: int) -> Measurement:
    """Compiles per second and the 95th percentile, against bare compilers on all processors."""
    connections = [await Connection.open(host, port) for _ in range(CLIENTS)]
    await connections[0].compile(compile_body(unique_source()))
    start = time.perf_counter()
    end = start + MOST_SECONDS
    each = await asyncio.gather(*(_one_client(connection, end) for connection in connections))
    elapsed = time.perf_counter() - start
    latencies = [seconds for client in each for seconds in client]
    for connection in connections:
        await connection.close()
    with tempfile.TemporaryDirectory() as folder:
        bare = bare_rate(bare_compiler(), Path(folder), os.cpu_count() or 1, BARE_SECONDS)
    rate, late = len(latencies) / elapsed, percentile(latencies, 0.95)
    return Measurement(
        what=f"{CLIENTS} clients, not cached",
        ours=f"{rate:.1f}/s, p95 {late:.2f} s",
        other=f"bare gcc {bare:.1f}/s",
        ratio=f"{rate / bare:.2f} of it",
        limit=f"at least {LEAST_SHARE_OF_BARE:g} of it, p95 {MOST_P95_SECONDS:g} s",
        met=rate >= LEAST_SHARE_OF_BARE * bare and late <= MOST_P95_SECONDS,
    )


async def _one_client(connection: Connection, end: float) -> list[float]:
    latencies: list[float] = []
    while len(latencies) < REQUESTS_PER_CLIENT and time.perf_counter() < end:
        seconds, _ = await connection.compile(compile_body(unique_source()))
        latencies.append(seconds)
    return latencies
