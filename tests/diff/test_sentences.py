"""What the summary says about pairs of settings, written down by hand from the assembly.

Compiled now, by GCC 12 and Clang 19: the sentences are about what these compilers emit.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.host.comparison.summary import IDENTICAL, SAME_TEXT
from compiler_core.host.compile import compile_source
from compiler_core.source import SourceFile
from tests.diff import sources

pytestmark = pytest.mark.usefixtures("emulator")

GCC, CLANG = "gcc-12", "clang-19"


@dataclass(frozen=True)
class Case:
    """Two settings of one source; sentences that must be there, words that must not."""

    title: str
    text: str
    left: tuple[str, str]
    right: tuple[str, str]
    expected: tuple[str, ...]
    never: tuple[str, ...] = ()


NO_CLAIM_ABOUT_LOOPS = ("vectorised", "unrolled", "loop")

CASES = (
    Case(
        "vectorised behind an overlap check",
        sources.SAXPY,
        (GCC, "-O2"),
        (GCC, "-O3"),
        (
            "The loop is vectorised with NEON, 16 bytes per iteration.",
            "The loop: 4 to 16 bytes per iteration.",
            "Per element: 2 to 0.5 load instructions.",
            "A run-time check for overlapping arrays appears before the loop: "
            "it chooses which version of the loop runs.",
            "The function is longer: 12 to 56 instructions.",
        ),
        ("unrolled", "fused", "frame", "identical"),
    ),
    Case(
        "Clang's check chooses between vector loop and remainder",
        sources.SAXPY,
        (CLANG, "-O1"),
        (CLANG, "-O2"),
        (
            "The loop is vectorised with NEON, 32 bytes per iteration.",
            "The loop: body 6 to 9 instructions, 4 to 32 bytes per iteration.",
            "Per element: 2 to 0.25 load instructions.",
            "A run-time check for overlapping arrays appears before the loop: "
            "it chooses which version of the loop runs.",
            "The last elements get code of their own: 1 further loop.",
        ),
        ("unrolled", "frame", "identical"),
    ),
    Case(
        "Clang needs no check with restrict",
        sources.SAXPY_RESTRICT,
        (CLANG, "-O1"),
        (CLANG, "-O2"),
        (
            "The loop is vectorised with NEON, 32 bytes per iteration.",
            "The last elements get code of their own: 1 further loop.",
        ),
        ("check", "unrolled"),
    ),
    Case(
        "restrict needs no check",
        sources.SAXPY_RESTRICT,
        (GCC, "-O2"),
        (GCC, "-O3"),
        ("The loop is vectorised with NEON, 16 bytes per iteration.",),
        ("check", "unrolled", "identical"),
    ),
    Case(
        "back to scalar",
        sources.SAXPY_RESTRICT,
        (GCC, "-O3"),
        (GCC, "-O3 -fno-tree-vectorize"),
        (
            "The loop is no longer vectorised: scalar instead of NEON.",
            "The loop: 16 to 4 bytes per iteration.",
        ),
        ("is vectorised", "check", "identical"),
    ),
    Case(
        "NEON to SVE",
        sources.SAXPY,
        (GCC, "-O3"),
        (GCC, "-O3 -march=armv8-a+sve"),
        (
            "The loop works with SVE instead of NEON, as many lanes as the machine's vectors have.",
            "The function is shorter: 56 to 31 instructions.",
        ),
        ("is vectorised", "check for overlapping", "unrolled"),
    ),
    Case(
        "two vectors per iteration against one",
        sources.SAXPY_RESTRICT,
        (GCC, "-O3"),
        (CLANG, "-O2"),
        (
            "The loop: body 7 to 9 instructions, 16 to 32 bytes per iteration.",
            "The loop is unrolled by 2: one iteration does the work of 2.",
            "Per element: 0.5 to 0.25 load instructions.",
        ),
        ("vectorised", "check", "identical"),
    ),
    Case(
        "variables leave the stack",
        sources.SUM,
        (GCC, "-O0"),
        (GCC, "-O2"),
        (
            "The loop: body 15 to 4 instructions.",
            "Per element: 7 to 1 load instructions, 32 to 4 bytes loaded.",
            "Variables move from stack slots to registers: 13 to 0 stack accesses "
            "(8 to 0 in the loop body).",
            "Stack frame: 32 to 0 bytes.",
        ),
        ("vectorised", "unrolled", "frame record", "call"),
    ),
    Case(
        "the same with Clang",
        sources.SUM,
        (CLANG, "-O0"),
        (CLANG, "-O1"),
        (
            "The loop: body 16 to 4 instructions.",
            "Variables move from stack slots to registers: 13 to 0 stack accesses "
            "(8 to 0 in the loop body).",
        ),
        ("vectorised", "unrolled", "frame record", "call"),
    ),
    Case(
        "one load per element less: the last value is kept",
        sources.DIFFERENCES,
        (GCC, "-O1"),
        (GCC, "-O2"),
        ("Per element: 2 to 1 load instructions, 8 to 4 bytes loaded.",),
        ("vectorised", "unrolled", "stack", "bytes per iteration"),
    ),
    Case(
        "a loop becomes a call of memset",
        sources.CLEAR,
        (GCC, "-O1"),
        (GCC, "-O2"),
        ("The loop of line 3 is replaced by a call of memset.",),
        ("vectorised", "unrolled", "inlined"),
    ),
    Case(
        "a call is inlined",
        sources.SQUARES,
        (GCC, "-O0"),
        (GCC, "-O1"),
        (
            "square: the function is gone: its code is inlined into total.",
            "total: the call of square is inlined: its code stands here now.",
            "total: the loop: body 17 to 5 instructions.",
            "total: the frame record is gone: x29 and x30 are no longer saved together.",
            "total: stack frame: 48 to 0 bytes.",
        ),
        ("vectorised", "unrolled"),
    ),
    Case(
        "a division becomes a multiplication",
        sources.DIGIT,
        (GCC, "-Os"),
        (GCC, "-O2"),
        ("The division (udiv) is replaced by multiplication (umull).",),
        NO_CLAIM_ABOUT_LOOPS,
    ),
    Case(
        "a branch becomes a select",
        sources.LARGEST,
        (GCC, "-O0"),
        (GCC, "-O1"),
        ("A branch in the loop becomes a select (csel).",),
        ("vectorised", "unrolled", "frame record"),
    ),
    Case(
        "eight steps written out",
        sources.EIGHT,
        (GCC, "-O1"),
        (GCC, "-O2"),
        (
            "The loop of line 3 is unrolled completely: its steps stand one after another.",
            "The function is shorter: 9 to 6 instructions.",
        ),
        ("call", "stack", "check"),
    ),
    Case(
        "a frame record appears",
        sources.CALLER,
        (GCC, "-O2 -fomit-frame-pointer"),
        (GCC, "-O2 -fno-omit-frame-pointer"),
        (
            "A frame record appears: x29 and x30 are saved, so that the frames form a chain.",
            "The function is longer: 5 to 6 instructions.",
        ),
        (*NO_CLAIM_ABOUT_LOOPS, "call"),
    ),
    Case(
        "a frame record goes",
        sources.CALLER,
        (CLANG, "-O2"),
        (CLANG, "-O2 -fomit-frame-pointer"),
        ("The frame record is gone: x29 and x30 are no longer saved together.",),
        (*NO_CLAIM_ABOUT_LOOPS, "call"),
    ),
    Case(
        "contraction off",
        sources.DOT,
        (GCC, "-O2"),
        (GCC, "-O2 -ffp-contract=off"),
        (
            "The loop: body 6 to 7 instructions.",
            "Multiplication and addition are no longer fused (fmadd): two roundings each.",
        ),
        ("vectorised", "unrolled", "load"),
    ),
    Case(
        "vectors of products, a sum in order",
        sources.DOT,
        (GCC, "-O2"),
        (GCC, "-O3"),
        (
            "The loop is vectorised with NEON, 16 bytes per iteration; "
            "it still adds one value after another.",
        ),
        ("unrolled", "check"),
    ),
    Case(
        "vectors of sums once the order is free",
        sources.DOT,
        (GCC, "-O2"),
        (GCC, "-O3 -ffast-math"),
        ("The loop is vectorised with NEON, 16 bytes per iteration.",),
        ("one value after another", "unrolled", "check"),
    ),
    Case(
        "a column: the advance of the addresses is not the work done",
        sources.COLUMN,
        (CLANG, "-O1"),
        (CLANG, "-O1 -funroll-loops"),
        (),
        ("bytes per iteration", "vectorised", "check"),
    ),
    Case(
        "unrolled on request",
        sources.SUM,
        (GCC, "-O2"),
        (GCC, "-O2 -funroll-loops"),
        (
            "The loop: body 4 to 18 instructions, 4 to 32 bytes per iteration.",
            "The loop is unrolled by 8: one iteration does the work of 8.",
        ),
        ("vectorised", "stack", "check"),
    ),
    Case(
        "tuning only reorders (GCC)",
        sources.POLYNOMIAL,
        (GCC, "-O2"),
        (GCC, "-O2 -mtune=neoverse-n1"),
        ("Only the order differs: the same 17 instructions, 3 of them stand elsewhere.",),
        ("identical", "shorter", "longer"),
    ),
    Case(
        "tuning only reorders (Clang)",
        sources.POLYNOMIAL,
        (CLANG, "-O2"),
        (CLANG, "-O2 -mtune=cortex-a53"),
        ("Only the order differs: the same 16 instructions, 3 of them stand elsewhere.",),
        ("identical", "shorter", "longer"),
    ),
    Case(
        "two levels, one code",
        sources.SUM_OF_TWO,
        (GCC, "-O2"),
        (GCC, "-O3"),
        (SAME_TEXT,),
        ("shorter", "longer"),
    ),
    Case(
        "two compilers, one code",
        sources.SUM_OF_TWO,
        (GCC, "-O2"),
        (CLANG, "-O2"),
        (
            IDENTICAL,
            "In 1 instruction two operands whose order does not matter have changed places.",
        ),
        ("arrive", "shorter", "longer"),
    ),
)


def compared(text: str, left: tuple[str, str], right: tuple[str, str]) -> SettingsComparison:
    source = SourceFile("loop.c", text)
    one, other = (compile_source([source], *setting) for setting in (left, right))
    return compare(one, other, [source])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_summary_says_what_changed(case: Case) -> None:
    comparison = compared(case.text, case.left, case.right)
    for sentence in case.expected:
        assert sentence in comparison.summary
    for word in case.never:
        assert not [found for found in comparison.summary if word in found]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "only reorders" in case.title], ids=lambda case: case.title
)
def test_a_pure_reordering_removes_and_adds_nothing(case: Case) -> None:
    comparison = compared(case.text, case.left, case.right)
    assert {row.kind for row in comparison.rows} == {"same", "moved"}
    moved = [row for row in comparison.rows if row.kind == "moved"]
    gone = {row.left_id: row.partner for row in moved if row.left_id is not None}
    come = {row.right_id: row.partner for row in moved if row.right_id is not None}
    assert {partner: line for line, partner in gone.items()} == come


def test_the_important_sentence_comes_first() -> None:
    comparison = compared(sources.SAXPY, (GCC, "-O2"), (GCC, "-O3"))
    assert "vectorised" in comparison.summary[0]
    assert "longer" in comparison.summary[-1]


def test_titles_name_compiler_and_flags() -> None:
    comparison = compared(sources.SUM_OF_TWO, (GCC, "-O2"), (CLANG, "-O3"))
    assert comparison.left.startswith("GCC 12.")
    assert comparison.left.endswith(" -O2")
    assert comparison.right.startswith("Clang 19.")
    assert comparison.right.endswith(" -O3")


def test_a_rejected_side_is_said_to_be_so() -> None:
    good = compile_source([SourceFile("loop.c", sources.SUM_OF_TWO)], GCC, "-O2")
    bad = compile_source([SourceFile("loop.c", sources.BROKEN)], GCC, "-O2")
    comparison = compare(good, bad)
    assert comparison.rows == ()
    assert not comparison.identical
    assert len(comparison.summary) == 1
    assert comparison.summary[0].startswith("The right setting gave no assembly: ")


def test_counts_per_element_stand_in_the_metrics() -> None:
    metrics = compared(sources.SAXPY, (GCC, "-O2"), (GCC, "-O3")).metrics
    assert metrics["left"]["loop_loads_per_element"] == 2
    assert metrics["right"]["loop_loads_per_element"] == 0.5
    assert metrics["left"]["loop_elements_per_iteration"] == 1
    assert metrics["right"]["loop_elements_per_iteration"] == 4
    assert metrics["right"]["vector_instructions"] == 5
