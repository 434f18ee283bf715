"""Row 4: the pass timeline of a small loop with Clang, of a 60-line file with GCC, and of a sort of
vectors, whose library makes a dozen functions of one line, with both.

Seconds mean little on a shared machine, so bare compilers run in turn with ours, and processor time
is printed beside elapsed time. What is judged is what ours would take if it were alone: elapsed
time less the share that the bare compiler lost to others in the same rounds, but never less than
the processor time. The peer's way of getting the same is to print the code around every pass.
"""

from __future__ import annotations

import gzip
import itertools
import resource
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from script.benchmarks.bare import bare_compiler
from script.benchmarks.client import SOURCE
from script.benchmarks.measurement import Measurement, median

WARM_UP = 2
ROUNDS = 9
MOST_LOOP_SECONDS = 0.25
MOST_LOOP_BYTES = 150_000
MOST_FILE_SECONDS = 1.0
MOST_FIRST_SECONDS, MOST_ROWS_SECONDS, MOST_ROWS_BYTES = 1.0, 3.0, 300_000
FILE_NAMES = ("axpy", "blend", "scale", "mix", "shade", "fade")
FILE_FUNCTION = """\
float {name}_{number}(float *a, const float *b, int n)
{{
    float sum = {number};
    for (int i = 0; i < n; i++) {{
        float old = a[i];
        a[i] = old + {number} * b[i];
        sum += a[i] > old ? a[i] : old;
    }}
    return sum;
}}
"""
ROWS = """\
#include <algorithm>
#include <vector>
std::vector<std::vector<int>> sorted_rows(std::vector<std::vector<int>> rows) {{
    std::sort(rows.begin(), rows.end());
    return rows; // {number}
}}
"""
ROWS_SYMBOL = "_Z11sorted_rowsSt6vectorIS_IiSaIiEESaIS1_EE"
PEER = ("-mllvm", "-print-before-all", "-mllvm", "-print-after-all")
Run = Callable[[], None]
_numbers = itertools.count(int(time.time()) % 100_000)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that passed and seconds of processor time, our own and the compiler's."""

    elapsed: float
    processor: float


async def measure_loop_timeline(host: str, port: int) -> Measurement:
    """A loop never seen before: all passes read and told; bare clang and the peer's way in turn."""
    with tempfile.TemporaryDirectory() as folder:
        clang = bare_clang()
        bare, peer = _bare(clang, (), Path(folder)), _bare(clang, PEER, Path(folder))
        ours, plain, theirs = _in_turn((_loop_timeline, bare, peer))
    size = _first_view_bytes(host, port)
    return Measurement(
        what="LLVM pass timeline",
        ours=f"{_text(ours)}, first view {size / 1000:.1f} kB",
        other=f"bare clang {_text(plain)}, printing around every pass {_text(theirs)}",
        ratio=f"{ours.elapsed / plain.elapsed:.1f} times, 1/{theirs.elapsed / ours.elapsed:.1f}",
        limit=f"alone {_alone(ours, plain):.3f}, at most {MOST_LOOP_SECONDS:g} s, "
        f"{MOST_LOOP_BYTES // 1000} kB",
        met=_alone(ours, plain) <= MOST_LOOP_SECONDS and size <= MOST_LOOP_BYTES,
    )


async def measure_file_timeline(host: str, port: int) -> Measurement:
    """A 60-line file with all of GCC's dumps, against the bare compiler and the same dumps."""
    from compiler_core.host.passes.timeline import pass_timeline
    from compiler_core.source import SourceFile

    def ours() -> None:
        timeline = pass_timeline(SourceFile("loop.c", file_source()), "gcc", "-O3")
        assert len(timeline.story) >= 5, timeline.message

    with tempfile.TemporaryDirectory() as folder:
        gcc, dumps = bare_compiler(), ("-fdump-tree-all", "-fdump-rtl-all", "-fdump-ipa-all")
        bare = _bare(gcc, (), Path(folder), file_source)
        dumped = _bare(gcc, dumps, Path(folder), file_source)
        mine, plain, with_dumps = _in_turn((ours, bare, dumped))
    to_bare, to_dumps = mine.elapsed / plain.elapsed, mine.elapsed / with_dumps.elapsed
    return Measurement(
        what="60-line file, all GCC dumps",
        ours=_text(mine),
        other=f"bare gcc {_text(plain)}, with dumps {_text(with_dumps)}",
        ratio=f"{to_bare:.1f} and {to_dumps:.1f} times",
        limit=f"alone {_alone(mine, plain):.3f}, at most {MOST_FILE_SECONDS:g} s",
        met=_alone(mine, plain) <= MOST_FILE_SECONDS,
    )


async def measure_gcc_rows(host: str, port: int) -> Measurement:
    """A sort of vectors of vectors, with GCC."""
    return _sorted_rows(bare_compiler(), "gcc")


async def measure_clang_rows(host: str, port: int) -> Measurement:
    """The same with Clang."""
    return _sorted_rows(bare_clang(), "clang")


def _sorted_rows(driver: str, compiler: str) -> Measurement:
    """Its listing with the first sentence, then all its passes; the bare compiler in turn."""
    (opening, all_of_it, plain), size = _timed_rows(driver, compiler)
    alone = _alone(opening, plain), _alone(all_of_it, plain)
    return Measurement(
        what=f"passes of a sort of vectors, {compiler}",
        ours=f"first sentence {_text(opening)}, all {_text(all_of_it)}, {size / 1000:.0f} kB",
        other=f"bare {compiler} {_text(plain)}",
        ratio=f"{opening.processor / plain.processor:.1f} and "
        f"{all_of_it.processor / plain.processor:.1f} times its processor time",
        limit=f"alone {alone[0]:.2f} and {alone[1]:.2f}, at most {MOST_FIRST_SECONDS:g} and "
        f"{MOST_ROWS_SECONDS:g} s, {MOST_ROWS_BYTES // 1000} kB",
        met=alone[0] <= MOST_FIRST_SECONDS
        and alone[1] <= MOST_ROWS_SECONDS
        and size <= MOST_ROWS_BYTES,
    )


def _timed_rows(driver: str, compiler: str) -> tuple[tuple[Cost, ...], int]:
    """Costs of the first sentence, of all passes and of the bare compiler; bytes of all passes."""
    from compiler_core.host.passes.json_form import timeline_json
    from compiler_core.host.passes.timeline import pass_timeline
    from compiler_core.source import SourceFile

    sources: list[str] = []
    sizes: list[int] = []

    def first() -> None:
        sources.append(rows_source())
        page = answer(
            LoopRequest(
                source=sources[-1],
                second="",
                language="c++",
                compiler=compiler,
                flags="-O3",
                pane="passes",
            )
        ).page
        assert page.result.headline
        assert page.result.shown is not None

    def whole() -> None:
        timeline = pass_timeline(SourceFile("loop.cpp", sources[-1]), compiler, "-O3", ROWS_SYMBOL)
        assert timeline.story, timeline.message
        sizes.append(len(timeline_json(timeline)))

    from app.loop.explorer import answer
    from app.loop.loop_request import LoopRequest

    with tempfile.TemporaryDirectory() as folder:
        bare = _bare(f"{driver}", (), Path(folder), rows_source, "loop.cpp")
        costs = _in_turn((first, whole, bare))
    return costs, max(sizes)


def bare_clang() -> str:
    """The Clang that `clang` means to the server: the newest one installed."""
    for version in range(30, 12, -1):
        path = shutil.which(f"clang-{version}")
        if path:
            return path
    raise SystemExit("No clang is installed.")


def loop_source() -> str:
    """The loop of the other rows, with a number that no cache has seen."""
    return SOURCE.format(number=next(_numbers))


def file_source() -> str:
    """60 lines: six functions of ten, each with a loop."""
    number = next(_numbers)
    return "".join(FILE_FUNCTION.format(name=name, number=number) for name in FILE_NAMES)


def rows_source() -> str:
    """A sort of vectors of vectors."""
    return ROWS.format(number=next(_numbers))


def _loop_timeline() -> None:
    from compiler_core.host.passes.timeline import pass_timeline
    from compiler_core.source import SourceFile

    timeline = pass_timeline(SourceFile("loop.c", loop_source()), "clang", "-O3")
    assert len(timeline.story) >= 5, timeline.message
    assert any(step.dump.level == "machine IR" and step.changed for step in timeline.steps)


def _bare(
    compiler: str,
    extra: Sequence[str],
    folder: Path,
    source: Callable[[], str] = loop_source,
    name: str = "loop.c",
) -> Run:
    target = ("--target=aarch64-linux-gnu",) if "clang" in compiler else ()

    def run() -> None:
        path = folder / name
        path.write_text(source())
        command = [compiler, *target, "-O3", "-S", "-g1", *extra, "-o", "-", path.name]
        subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=True
        )

    return run


def _in_turn(runs: Sequence[Run]) -> tuple[Cost, ...]:
    """The median cost of each, one after the other in every round."""
    costs: list[list[Cost]] = [[] for _ in runs]
    for round_number in range(WARM_UP + ROUNDS):
        for run, run_costs in zip(runs, costs, strict=True):
            cost = _cost(run)
            if round_number >= WARM_UP:
                run_costs.append(cost)
    return tuple(
        Cost(median([cost.elapsed for cost in rounds]), median([cost.processor for cost in rounds]))
        for rounds in costs
    )


def _cost(run: Run) -> Cost:
    processor, start = _processor_seconds(), time.perf_counter()
    run()
    return Cost(time.perf_counter() - start, _processor_seconds() - processor)


def _alone(ours: Cost, bare: Cost) -> float:
    """Seconds without the others on this machine, as the bare compiler's delay tells."""
    return max(ours.processor, ours.elapsed * bare.processor / bare.elapsed)


def _processor_seconds() -> float:
    """Of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _first_view_bytes(host: str, port: int) -> int:
    """What the server sends for the pane of a loop, page and all, compressed as browsers ask."""
    query = urlencode(
        {"source": loop_source(), "compiler": "clang", "flags": "-O3", "pane": "passes"}
    )
    request = urllib.request.Request(
        f"http://{host}:{port}/loop?{query}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        content = answer.read()
    assert b"LoopVectorizePass" in gzip.decompress(content), "the answer is not the pane"
    return len(content)


def _text(cost: Cost) -> str:
    return f"{cost.elapsed:.3f} s ({cost.processor:.3f} s of processor)"
