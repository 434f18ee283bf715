"""One answer graded again and again, with nothing kept from one time to the next but what the
compilers wrote: the outcomes must be the same to the last byte.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import msgspec

from compiler_core.exercises.grading import grade
from compiler_core.exercises.posing import all_values, pose
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.host.running.count_as import forget_runs
from script.benchmarks.grading import ANSWER, own_state
from script.labs.students import EXERCISE


def outcomes_of(times: int) -> list[bytes]:
    """Of the same answer under the same secret, every time anew."""
    exercise = next(shipped for shipped in shipped_exercises() if shipped.id == EXERCISE)
    values = next(all_values(exercise))
    posed, source = pose(exercise, values), ANSWER.format(**values, number=1)
    gradings: list[bytes] = []
    for _ in range(times):
        forget_runs()
        outcomes = grade(posed, {"source": source}, b"one secret", answered_first=True)
        gradings.append(msgspec.json.encode(outcomes))
    return gradings


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory(prefix="lowlab-same-") as name, own_state(Path(name)):
        outcomes = outcomes_of(times)
    different = len(set(outcomes))
    print(f"one answer graded {times} times: {different} different outcomes")
    return 0 if different == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
