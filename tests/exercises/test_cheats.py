"""No answer gets full marks by tampering with its own run, and no honest shape is refused.

The sources are data: `cheats/EXERCISE/NAME.c` and `honest/EXERCISE/NAME.c`, with the variant's
names in braces. What is found in the field belongs there too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.exercises.grading import grade
from compiler_core.exercises.outcome import Outcome, points_of
from compiler_core.exercises.plain_source import changes_flags, references_of
from compiler_core.exercises.posing import all_values, pose, substitute
from compiler_core.exercises.shipped import shipped_exercises

HERE = Path(__file__).resolve().parent
CHEATS = sorted((HERE / "cheats").glob("*/*.c"))
HONEST = sorted((HERE / "honest").glob("*/*.c"))
EXERCISES = {exercise.id: exercise for exercise in shipped_exercises()}


def outcomes_of(file: Path) -> tuple[Outcome, ...]:
    exercise = EXERCISES[file.parent.name]
    values = next(all_values(exercise))
    text = substitute(file.read_text(encoding="utf-8"), values)
    return grade(pose(exercise, values), {"source": text}, b"secret of a test")


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("file", CHEATS, ids=[f"{one.parent.name}-{one.stem}" for one in CHEATS])
def test_no_cheat_gets_full_marks(file: Path) -> None:
    outcomes = outcomes_of(file)
    assert {outcome.status for outcome in outcomes} <= {"passed", "failed", "skipped"}
    assert points_of(outcomes) < EXERCISES[file.parent.name].points


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("file", HONEST, ids=[one.stem for one in HONEST])
def test_no_honest_answer_is_refused(file: Path) -> None:
    outcomes = outcomes_of(file)
    assert outcomes[0].status == "passed", outcomes[0].sentence


def test_the_corpus_is_no_smaller_than_it_was() -> None:
    assert len(CHEATS) >= 51
    assert len(HONEST) >= 9


def test_an_address_register_is_no_name() -> None:
    code = "\tadrp\tx4, .LANCHOR0\n\tbr\tx3\n\tadrp x0, :got:other\n\tbl\tsqrt\n\tbeq\t.L3\n"
    assert references_of(code) == {"other", "sqrt"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/* #pragma GCC optimize */ int f(void);", False),
        ("#pragma GCC unroll 4\nint optimize, target;", False),
        ("typedef int v __attribute__((vector_size(16)));", False),
        ('# pragma GCC  target("+sve")', True),
        ("[[gnu::optimize(3)]] int f(void);", True),
        ('__attribute__((__target__("+sve"))) int f(void);', True),
    ],
)
def test_own_levels_are_seen(text: str, found: bool) -> None:
    assert bool(changes_flags(text)) == found
