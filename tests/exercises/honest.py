"""Grade honest answers of every shape: `python -m tests.exercises.honest`."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from compiler_core.exercises.grading import grade
from compiler_core.exercises.outcome import points_of
from tests.costs import processor_seconds
from tests.exercises.cheats import SECRET
from tests.exercises.shapes import Honest, by_hand, rewritten

_AT_ONCE = 2


def fault_of(answer: Honest) -> str:
    """Why this must not be; "" for an answer that gets what it deserves."""
    outcomes = grade(answer.posed, {"source": answer.source}, SECRET)
    gates = [outcome for outcome in outcomes if answer.posed.checks[outcome.check].gate]
    missed = outcomes if answer.keeps else gates
    wrong = next((one for one in missed if one.status != "passed"), None)
    broken = next((one for one in outcomes if one.status == "error"), wrong)
    if broken is None:
        return ""
    points = f"{points_of(outcomes)} of {answer.posed.exercise.points}"
    return f"{answer.name}: {broken.status}, {points}: {broken.sentence}"


def main() -> int:
    """0 where nobody is refused."""
    began, answers = processor_seconds(), [*rewritten(), *by_hand()]
    faults = 0
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        for fault in filter(None, threads.map(fault_of, answers)):
            print(f"FAULT {fault}", flush=True)
            faults += 1
    keeping = sum(answer.keeps for answer in answers)
    print(
        f"{len(answers)} answers, {keeping} for all points and the others for their results: "
        f"{faults} refused, {processor_seconds() - began:.0f} s of processor"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
