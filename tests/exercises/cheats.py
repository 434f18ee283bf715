"""Try to cheat: `python -m tests.exercises.cheats [--all]`.

Every strategy once, each on another exercise; with --all every strategy on every loop exercise.
Prints what each got where that is more than the starter gets, and the processor time of it all.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.grading import grade
from compiler_core.exercises.outcome import Outcome, points_of
from tests.costs import processor_seconds
from tests.exercises.strategies import LOOPS, Cheat, all_cheats, first_posed, rotated

SECRET = b"secret of a test"
_AT_ONCE = 2


def outcomes_of(cheat: Cheat) -> tuple[Outcome, ...]:
    """As a student's hand-in is graded."""
    return grade(cheat.posed, cheat.state, SECRET)


def fault_of(cheat: Cheat, outcomes: tuple[Outcome, ...]) -> str:
    """Why this must not be; "" where the strategy fails as it should."""
    broken = [outcome.sentence for outcome in outcomes if outcome.status == "error"]
    if broken:
        return f"{cheat.name}: error: {broken[0]}"
    if points_of(outcomes) >= cheat.posed.exercise.points:
        return f"{cheat.name}: full marks: {outcomes[-1].sentence}"
    return ""


def starters_points(exercise: Exercise) -> int:
    """Of what a student begins with."""
    return points_of(grade(first_posed(exercise), {}, SECRET))


def _told(cheat: Cheat, starter: int) -> str:
    """A fault, or what the strategy got more than the starter."""
    outcomes = outcomes_of(cheat)
    fault, points = fault_of(cheat, outcomes), points_of(outcomes)
    if fault or points <= starter:
        return f"FAULT {fault}" if fault else ""
    return f"{cheat.name}: {points} of {cheat.posed.exercise.points}, the starter {starter}"


def main(words: list[str]) -> int:
    """0 where nobody cheated."""
    began = processor_seconds()
    cheats = all_cheats() if "--all" in words else rotated()
    starters = {exercise.id: starters_points(exercise) for exercise in LOOPS}
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        lines = threads.map(lambda one: _told(one, starters[one.posed.exercise.id]), cheats)
        told = [print(line, flush=True) or line for line in lines if line]
    faults = sum(line.startswith("FAULT ") for line in told)
    strategies = len({cheat.strategy for cheat in cheats})
    exercises = len({cheat.posed.exercise.id for cheat in cheats})
    seconds = processor_seconds() - began
    print(
        f"{len(cheats)} answers, {strategies} strategies, {exercises} exercises: {faults} faults, "
        f"{seconds:.0f} s of processor"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
