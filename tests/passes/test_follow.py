"""A source line through the passes: what was hoisted, vectorised, removed, on both compilers."""

from __future__ import annotations

import re

import pytest

from compiler_core.host.passes.follow import LineMoment, follow_line
from compiler_core.source import SourceFile
from tests.passes.checks import plain_place, plain_texts
from tests.passes.runs import Case, run_of, timeline_of

HOISTED = """\
void f(float *restrict a, const float *restrict k, int n) {
  for (int i = 0; i < n; i++) {
    float scale = *k * 3.0f;
    a[i] = a[i] + scale;
  }
}
"""
REMOVED = """\
int f(const int *a, int n) {
  int s = 0, unused = 0;
  for (int i = 0; i < n; i++) {
    unused += i * 7;
    s ^= a[i];
  }
  return s;
}
"""
INLINED = """\
static int square(int x) {
  return x * x;
}
void f(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = square(a[i]) + 1;
}
"""
COMPILERS = ("gcc-12", "clang-19")


def case_of(text: str, compiler: str) -> Case:
    return Case("follow", SourceFile("loop.c", text), compiler, "-O3")


def moments_of(text: str, compiler: str, line: int) -> tuple[LineMoment, ...]:
    return follow_line(timeline_of(case_of(text, compiler)), line)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_hoisted_line_leaves_the_loop_and_reaches_the_assembly(compiler: str) -> None:
    moments = moments_of(HOISTED, compiler, 3)
    hoists = [moment for moment in moments if moment.hoisted]
    assert [hoist.title for hoist in hoists][:1] == ["Move unchanging work out of the loop"]
    assert re.search(r"\d moved out of the loop", hoists[0].sentence, re.I)
    before = moments[moments.index(hoists[0]) - 1]
    assert before.in_loop >= hoists[0].hoisted
    assert hoists[0].in_loop < before.in_loop
    assert hoists[0].count == before.count
    assert moments[-1].kind == "assembly"
    assert moments[-1].in_loop == 0


def test_who_keeps_the_line_of_hoisted_code() -> None:
    """GCC does; LLVM drops it on purpose, so that a debugger does not jump back and forth."""
    gcc, clang = (moments_of(HOISTED, compiler, 3) for compiler in COMPILERS)
    assert gcc[-1].count > 0
    assert clang[-1].count == 0
    hoist = next(one for one in clang if one.hoisted)
    assert hoist.unplaced == hoist.hoisted == 2
    assert hoist.sentence == "2 moved out of the loop; 2 lines now, 2 without their line number."


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_vectorised_line_works_on_vectors_from_there_on(compiler: str) -> None:
    moments = moments_of(HOISTED, compiler, 4)
    titles = [moment.title for moment in moments]
    first = titles.index("Do several elements at once")
    assert all(one.vector == 0 for one in moments[:first])
    assert all(one.vector > 0 for one in moments[first:])
    assert moments[first].added > 0
    assert "on vectors" in moments[first].sentence
    assert moments[-1].in_loop >= moments[-1].vector > 0


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_removed_line_comes_to_nothing(compiler: str) -> None:
    moments = moments_of(REMOVED, compiler, 4)
    assert moments[0].kind == "start"
    assert moments[0].count >= 2
    last = moments[-2]
    assert (last.kind, last.count) == ("pass", 0)
    assert last.removed > 0
    assert "nothing of it is left" in last.sentence
    assert moments[-1].count == 0
    assert moments[-1].sentence == "No instruction names this line any more."
    assert moments_of(REMOVED, compiler, 5)[-1].count > 0


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_line_of_an_inlined_function_is_followed_into_its_caller(compiler: str) -> None:
    moments = moments_of(INLINED, compiler, 2)
    assert moments[0].count == 1
    assert moments[0].pass_name in ("einline", "InlinerPass")
    assert any(moment.vector for moment in moments)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("line", [2, 3, 4])
def test_counts_equal_a_plain_reading(compiler: str, line: int) -> None:
    case = case_of(HOISTED, compiler)
    by_number = plain_counts(case, line)
    checked = 0
    for moment in moments_of(HOISTED, compiler, line):
        wanted = by_number.get((moment.pass_name, occurrence(case, moment)))
        if wanted is not None and moment.level in ("LLVM IR", "GIMPLE", "machine IR"):
            assert moment.count - moment.unplaced == wanted, moment
            checked += 1
    assert checked >= 2


def plain_counts(case: Case, line: int) -> dict[tuple[str, int], int]:
    """Lines that name the source line, by pass name and how often that name printed before."""
    seen: dict[str, int] = {}
    counts = {}
    for text in plain_texts(case):
        number = seen[text.name] = seen.get(text.name, 0) + 1
        counts[text.name, number] = sum(
            plain_place(case, raw, text) == line
            and re.match(r"\s*(?:else|<L\d+>:|define )", raw) is None
            for raw in text.lines
        )
    return counts


def occurrence(case: Case, moment: LineMoment) -> int:
    steps = timeline_of(case).steps
    return sum(
        step.dump.pass_name == moment.pass_name and step.dump.lines is not None
        for step in steps[: moment.number + 1]
    )


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_assembly_moment_counts_the_lines_marks(compiler: str) -> None:
    case = case_of(HOISTED, compiler)
    output = run_of(case).outcome.output
    current, count = 0, 0
    for text in output.splitlines():
        mark = re.match(r"\s+\.loc\s+\d+\s+(\d+)", text)
        current = int(mark[1]) if mark else current
        count += current == 4 and re.match(r"\s+[a-z]", text) is not None
    assert moments_of(HOISTED, compiler, 4)[-1].count == count


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_line_without_code_has_no_moments(compiler: str) -> None:
    assert moments_of(HOISTED, compiler, 1000) == ()
