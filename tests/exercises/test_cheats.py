"""No answer gets full marks by tampering with its own run, on any loop exercise.

`python -m tests.exercises.cheats --all` tries every strategy on every exercise; here each is tried
on one of them. What is found in the field belongs into `sources/`.
"""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.exercises.grading import grade
from compiler_core.exercises.plain_source import references_of
from compiler_core.exercises.source_text import refused_words
from tests.exercises.cheats import SECRET, fault_of, outcomes_of
from tests.exercises.strategies import LOOPS, Cheat, first_posed, own_cheats, rotated

CHEATS = [*rotated(), *own_cheats()]


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("cheat", CHEATS, ids=[cheat.name for cheat in CHEATS])
def test_no_cheat_gets_full_marks(cheat: Cheat) -> None:
    assert fault_of(cheat, outcomes_of(cheat)) == ""


def test_the_corpus_is_no_smaller_than_it_was() -> None:
    """And every exercise is among those that are tried."""
    assert len({cheat.strategy for cheat in CHEATS if "flags" not in cheat.state}) >= 112
    assert len({cheat.strategy for cheat in CHEATS if "flags" in cheat.state}) >= 48
    assert {cheat.posed.exercise.id for cheat in CHEATS} == {loop.id for loop in LOOPS}


@pytest.mark.parametrize(
    "exercise", [loop for loop in LOOPS if "source" not in loop.allow], ids=lambda one: one.id
)
def test_a_source_that_is_the_exercises_own_cannot_be_handed_in(exercise: object) -> None:
    posed = first_posed(next(one for one in LOOPS if one is exercise))
    with pytest.raises(InputError, match="'source' is nothing that this exercise lets you change"):
        grade(posed, {"source": "int total(void) { return 0; }"}, SECRET)


def test_an_address_register_is_no_name() -> None:
    code = "\tadrp\tx4, .LANCHOR0\n\tbr\tx3\n\tadrp x0, :got:other\n\tbl\tsqrt\n\tbeq\t.L3\n"
    assert references_of(code) == {"other", "sqrt"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/* #pragma GCC optimize */ int f(void);", False),
        ('// asm, section\nint section, line, target; const char *s = "/* // */";', False),
        ("#pragma GCC unroll 4\nint optimize, target;", False),
        ("typedef int v __attribute__((vector_size(16)));", False),
        ("#define SUM(k) s##k += a[i + k]\nint f(void);", False),
        ('# pragma GCC  target("+sve")', True),
        ("[[gnu::optimize(3)]] int f(void);", True),
        ("<:<:gnu::optimize(3):>:> int f(void);", True),
        ('__attribute__((__target__("+sve"))) int f(void);', True),
        ('char *s = "//"; __attribute__((optimize(3))) int f(void);', True),
        ('char *s = R"(")", *t = "/*"; int x asm("y"); char *u = "*/";', True),
        ('int x __as??/\nm__("y");', True),
        ("int f(void)\n??=line 9\n{ return 0; }", True),
        ('int f(void);\n # 9 "other.c"\n', True),
    ],
)
def test_words_that_choose_something_else_are_seen(text: str, found: bool) -> None:
    assert bool(refused_words(text, True)) == found
