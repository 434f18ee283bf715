"""The row of the lab's grades: processor time of one, beside bare compiles of its file."""

from __future__ import annotations

import itertools
import os
import resource
import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from compiler_core.exercises.grading import grade
from compiler_core.exercises.outcome import points_of
from compiler_core.exercises.posing import PosedExercise, all_values, pose
from compiler_core.exercises.shipped import shipped_exercises
from script.benchmarks.bare import bare_compiler
from script.benchmarks.measurement import Measurement, median

EXERCISE = "memory-sum-vectorises"
ROUNDS = 15
MOST_COMPILES = 12.0
ANSWER = """\
void {name}(const {type} *a, int n, {type} *s) {{
    if (n < -{number}) {{
        return;
    }}
    {type} total = *s;
    for (int i = 0; i < n; i++) {{
        total += a[i];
    }}
    *s = total;
}}
"""
"""Right in every point, and other code for every number."""


async def measure_grade(host: str, port: int) -> Measurement:
    """An answer that nobody gave before, all checks of an exercise with three hidden inputs, in
    this process. The server has no part in it; what a grade costs there `script/lab_load` says.

    In processor time, children included, alternating with `gcc -O3 -c` of the same file.
    """
    del host, port
    compiler = bare_compiler()
    grades: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory(prefix="lowlab-bench-") as name, own_state(Path(name)):
        exercise = next(shipped for shipped in shipped_exercises() if shipped.id == EXERCISE)
        values = next(all_values(exercise))
        posed, secret = pose(exercise, values), secrets.token_bytes(16)
        for number in itertools.islice(itertools.count(1), ROUNDS + 1):
            source = ANSWER.format(**values, number=number)
            bare.append(_bare(compiler, Path(name), source))
            grades.append(_graded(posed, source, secret))
    # The first grade computes what the reference does, which is kept for all that follow.
    ours, other = median(grades[1:]), median(bare[1:])
    return Measurement(
        what="a grade, three hidden inputs",
        ours=f"{ours * 1000:.0f} ms of processor (the first {grades[0] * 1000:.0f})",
        other=f"gcc -O3 -c {other * 1000:.0f} ms",
        ratio=f"{ours / other:.1f}",
        limit=f"at most {MOST_COMPILES:g}",
        met=ours / other <= MOST_COMPILES,
    )


def _graded(posed: PosedExercise, source: str, secret: bytes) -> float:
    before = processor_seconds()
    outcomes = grade(posed, {"source": source}, secret, answered_first=True)
    used = processor_seconds() - before
    if points_of(outcomes) != posed.exercise.points:
        raise SystemExit(f"The answer was not graded right: {outcomes}")
    return used


def _bare(compiler: str, folder: Path, source: str) -> float:
    path = folder / "answer.c"
    path.write_text(source, encoding="utf-8")
    before = processor_seconds()
    subprocess.run(
        [compiler, "-O3", "-c", "-o", "answer.o", path.name],
        cwd=folder,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    return processor_seconds() - before


def processor_seconds() -> float:
    """Of this process and of those it started that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@contextmanager
def own_state(folder: Path) -> Iterator[None]:
    """Nothing that an earlier measurement kept is found."""
    before = os.environ.get("LOWLAB_STATE")
    # Every user must be able to pass through to what the jail executes.
    folder.chmod(0o755)
    os.environ["LOWLAB_STATE"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LOWLAB_STATE"]
        else:
            os.environ["LOWLAB_STATE"] = before
