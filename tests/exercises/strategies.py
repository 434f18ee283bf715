"""Ways to cheat, written once and tried on every loop exercise.

`sources/strategies/NAME.c` is C with marks in it: @SLOW@ is the starter as `static … slow(…)`,
@QUICK@ a solved answer as `quick`, @STARTER@ the starter as it stands; @RESULT@ @NAME@
(@PARAMETERS@) is how the exercise declares its function, @ARGUMENTS@ are its parameters' names and
@POINTER@ the one that it writes through, or its first pointer. Exercises that let a student change
the flags alone get `sources/flags.txt`, a line at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.posing import PosedExercise, all_values, pose
from compiler_core.exercises.shipped import shipped_exercises

SOURCES = Path(__file__).resolve().parent / "sources"
LOOPS = tuple(one for one in shipped_exercises() if one.kind == "loop")
_DECLARED = re.compile(
    r"^(?P<result>[\w ]+?)\s*\b(?P<name>\w+)\((?P<parameters>[^)]*)\)\s*\{", re.M
)


@dataclass(frozen=True, slots=True)
class Cheat:
    """One strategy on one exercise. state: what is handed in."""

    strategy: str
    posed: PosedExercise
    state: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.posed.exercise.id}-{self.strategy}"


def first_posed(exercise: Exercise) -> PosedExercise:
    """With the first values of its variants."""
    return pose(exercise, next(all_values(exercise)))


def strategies_on(exercise: Exercise) -> list[Cheat]:
    """Every strategy that this exercise gives room for."""
    posed = first_posed(exercise)
    if "source" not in exercise.allow:
        lines = (SOURCES / "flags.txt").read_text(encoding="utf-8").splitlines()
        return [Cheat(f"flags {line}", posed, {"flags": line}) for line in lines]
    files = sorted((SOURCES / "strategies").glob("*.c"))
    return [
        Cheat(file.stem, posed, {"source": filled(file.read_text(encoding="utf-8"), posed)})
        for file in files
    ]


def filled(template: str, posed: PosedExercise) -> str:
    """The template as C for this exercise."""
    function = str(posed.given["function"])
    starter = str(posed.starter["source"])
    solved = next(one for one in posed.exercise.proof.solved if "source" in one.state)
    quick = str(posed_text(posed, str(solved.state["source"])))
    declared = next(one for one in _DECLARED.finditer(starter) if one["name"] == function)
    names = [re.findall(r"\w+", one)[-1] for one in declared["parameters"].split(",")]
    values = {
        "SLOW": renamed(starter, function, "slow"),
        "QUICK": renamed(quick, function, "quick"),
        "STARTER": starter.strip(),
        "RESULT": declared["result"].strip(),
        "NAME": function,
        "PARAMETERS": declared["parameters"],
        "ARGUMENTS": ", ".join(names),
        "POINTER": written_through(declared["parameters"].split(","), names),
    }
    return re.sub(r"@([A-Z]+)@", lambda mark: values[mark[1]], template)


def posed_text(posed: PosedExercise, text: str) -> str:
    """With the variant's values."""
    from compiler_core.exercises.posing import substitute

    return substitute(text, posed.values)


def renamed(source: str, function: str, name: str) -> str:
    """The function under another name and not to be seen from outside."""
    static = re.sub(rf"^(?=[\w ]+?\b{function}\()", "static ", source, flags=re.MULTILINE)
    return re.sub(rf"\b{function}\b", name, static).strip()


def written_through(parameters: list[str], names: list[str]) -> str:
    """The first pointer to what is not const, else the first."""
    pointers = [(one, name) for one, name in zip(parameters, names, strict=True) if "*" in one]
    return next((name for one, name in pointers if "const" not in one), pointers[0][1])


def own_cheats() -> Iterator[Cheat]:
    """`sources/cheats/EXERCISE/NAME.c`: what only one exercise gives room for."""
    by_id = {exercise.id: exercise for exercise in LOOPS}
    for file in sorted((SOURCES / "cheats").glob("*/*.c")):
        posed = first_posed(by_id[file.parent.name])
        text = posed_text(posed, file.read_text(encoding="utf-8"))
        yield Cheat(f"own {file.stem}", posed, {"source": text})


def rotated() -> list[Cheat]:
    """Every strategy once and every exercise as often as any other: the diagonal of the table."""
    of_sources = [strategies_on(loop) for loop in LOOPS if "source" in loop.allow]
    of_flags = [strategies_on(one) for one in LOOPS if "source" not in one.allow]
    return [
        tables[number % len(tables)][number]
        for tables in (of_sources, of_flags)
        for number in range(len(tables[0]))
    ]


def all_cheats() -> list[Cheat]:
    """Every strategy on every exercise, and what only one gives room for."""
    return [cheat for exercise in LOOPS for cheat in strategies_on(exercise)] + list(own_cheats())
