"""Rows 1 and 2: one request at a time, not cached and cached."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from script.benchmarks.bare import bare_compile, bare_compiler
from script.benchmarks.client import Connection, compile_body, unique_source
from script.benchmarks.measurement import Measurement, median

WARM_UP = 5
UNCACHED_ROUNDS = 60
CACHED_ROUNDS = 300
MOST_TIMES_BARE = 1.6
MOST_CACHED_SECONDS = 0.001


async def measure_compile(host: str, port: int) -> Measurement:
    """A new loop at GCC -O3: request to full JSON, against the bare process, alternating."""
    connection = await Connection.open(host, port)
    compiler = bare_compiler()
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(WARM_UP + UNCACHED_ROUNDS):
            bare_seconds = bare_compile(compiler, Path(folder), "loop")
            seconds, answer = await connection.compile(compile_body(unique_source()))
            _check(answer, cached=False)
            if round_number >= WARM_UP:
                bare.append(bare_seconds)
                ours.append(seconds)
    await connection.close()
    ratio = median(ours) / median(bare)
    return Measurement(
        what="compile, not cached",
        ours=f"{median(ours) * 1000:.1f} ms",
        other=f"bare gcc {median(bare) * 1000:.1f} ms",
        ratio=f"{ratio:.2f} times",
        limit=f"at most {MOST_TIMES_BARE:g} times",
        met=ratio <= MOST_TIMES_BARE,
    )


async def measure_cached(host: str, port: int) -> Measurement:
    """The same request again and again, against its first answer."""
    connection = await Connection.open(host, port)
    for _ in range(WARM_UP):
        await connection.compile(compile_body(unique_source()))
    body = compile_body(unique_source())
    first, answer = await connection.compile(body)
    _check(answer, cached=False)
    later: list[float] = []
    for _ in range(CACHED_ROUNDS):
        seconds, answer = await connection.compile(body)
        later.append(seconds)
    _check(answer, cached=True)
    await connection.close()
    return Measurement(
        what="compile, cached",
        ours=f"{median(later) * 1000:.2f} ms",
        other=f"first time {first * 1000:.1f} ms",
        ratio=f"1/{first / median(later):.0f}",
        limit=f"at most {MOST_CACHED_SECONDS * 1000:g} ms",
        met=median(later) <= MOST_CACHED_SECONDS,
    )


def _check(answer: bytes, cached: bool) -> None:
    """The answer must be the whole thing: explained lines and the loop."""
    result = json.loads(answer)
    function = result["functions"][0]
    assert result["ok"]
    assert result["cached"] is cached, "the cache is not as the row assumes"
    assert any(loop["innermost"] for loop in function["loops"])
    assert all(line["explanation"] for line in function["lines"] if line["kind"] == "instruction")
