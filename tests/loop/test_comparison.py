"""The same step in three compilers, in sentences that are computed."""

from __future__ import annotations

from collections import Counter

import pytest

from compiler_core.errors import UnknownName
from compiler_core.examples import find_example
from compiler_core.host.passes.dump import Dump, DumpLine
from compiler_core.loop.comparison.columns import textbook_column
from compiler_core.loop.comparison.compare import comparable_concepts, compare_with_compilers
from compiler_core.loop.comparison.invariance import work_in_loops
from compiler_core.loop.comparison.survey import agreement_of, survey_loop, surveyed_loops
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.lowering import lower_source, main_function
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.source import SourceFile
from tests.architecture.project import ROOT

pytestmark = pytest.mark.usefixtures("emulator")

CONCEPTS = ("hoist", "remove-dead", "reuse", "induction")
GROUPED = """void f(int *restrict dst, const int *restrict src, int cols, int bias, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[i * (cols * 4)] + bias;
}
"""
INVARIANT = """void f(int *restrict a, int n, int m) {
    for (int i = 0; i < n; i++)
        a[i] += n * m;
}
"""


def examples() -> list[SourceFile]:
    """The gallery's C files."""
    paths = sorted((ROOT / "content" / "examples").glob("*.c"))
    return [SourceFile(path.name, path.read_text(encoding="utf-8")) for path in paths]


def in_subset(source: SourceFile) -> bool:
    try:
        lower_source(source, main_function(source))
    except OutsideSubset:
        return False
    return True


def test_gcc_groups_the_product_otherwise_so_nothing_is_left_to_hoist() -> None:
    found = compare_with_compilers(SourceFile("f.c", GROUPED), "", "hoist")
    textbook, gcc, clang = found.columns
    assert textbook.subjects == ("multiplication",)
    assert gcc.subjects == ()
    assert clang.subjects == ("multiplication",)
    about_gcc, about_clang = found.differences
    assert "each depends on a value that changes in the loop" in about_gcc
    assert "was not when the front end handed the loop over" in about_gcc
    assert about_clang.endswith("changes what the textbook changes: 1 multiplication.")


def test_the_textbooks_column_is_of_the_pipeline_asked_for() -> None:
    source = SourceFile("f.c", INVARIANT)
    passes = ("promotion", "dead-code-elimination", "loop-invariant-code-motion")
    found = compare_with_compilers(source, "f", "hoist", passes=passes)
    assert found.passes == passes
    assert found.columns[0] == textbook_column(compile_textbook(source, "f", passes), "hoist")


def test_all_three_hoist_a_plain_product() -> None:
    found = compare_with_compilers(SourceFile("f.c", INVARIANT), "f", "hoist")
    assert [column.subjects for column in found.columns] == [("multiplication",)] * 3
    assert all("changes what the textbook changes" in one for one in found.differences)
    assert [len(column.steps) for column in found.columns] == [1, 1, 1]


def differences(example: str, concept: str) -> tuple[str, ...]:
    return compare_with_compilers(find_example(example).source, "", concept).differences


def test_copies_are_the_textbooks_own() -> None:
    """The textbook's passes leave copies for the next one; the compilers' forms have none."""
    for sentence in differences("relu", "remove-dead"):
        assert sentence.startswith("The textbook changes 1 copy")
        assert "GCC and Clang have no copies" in sentence


def test_a_product_inside_an_address_is_no_line_of_llvm() -> None:
    about_gcc, about_clang = differences("row-sweep", "induction")
    assert "Other passes have fewer multiplications after them: fre1" in about_gcc
    assert about_clang.endswith("no multiplication at any step; the subscripts stay whole.")


def test_what_stays_to_the_end_is_said() -> None:
    about_gcc, _ = differences("strided-copy", "induction")
    assert about_gcc.endswith("It keeps 1 multiplication to the end.")


@pytest.mark.parametrize(
    ("example", "concept", "agreement"),
    [
        ("axpy-restrict", "hoist", "nothing"),
        ("axpy-restrict", "induction", "addresses"),
        ("row-sweep", "hoist", "differs"),
    ],
)
def test_agreement_leaves_addresses_aside(example: str, concept: str, agreement: str) -> None:
    found = compare_with_compilers(find_example(example).source, "", concept)
    assert agreement_of(found) == agreement


def test_all_three_agree_on_a_plain_product() -> None:
    found = compare_with_compilers(SourceFile("f.c", INVARIANT), "f", "hoist")
    assert agreement_of(found) == "same"


def test_an_unknown_kind_of_step_is_refused() -> None:
    with pytest.raises(UnknownName, match="no textbook pass of the kind layout"):
        compare_with_compilers(SourceFile("f.c", INVARIANT), "", "layout")
    assert set(CONCEPTS) <= set(comparable_concepts())


def test_most_examples_are_in_the_subset() -> None:
    sources = examples()
    inside = [source.name for source in sources if in_subset(source)]
    print(f"{len(inside)} of {len(sources)} examples are in the subset")
    assert len(inside) >= 28


@pytest.mark.slow
def test_every_surveyed_loop_is_compared_at_four_steps() -> None:
    """Each comparison says something about both compilers; together they tell of all cases."""
    endings: Counter[str] = Counter()
    loops = surveyed_loops()
    assert len(loops) >= 20
    for loop in loops:
        rows = survey_loop(loop).rows
        assert tuple(row.concept for row in rows) == CONCEPTS
        for row in rows:
            assert len(row.did) == 3
            assert len(row.differences) == 2
            for sentence in row.differences:
                assert sentence.endswith((".", "`"))
                assert "GCC" in sentence or "Clang" in sentence
                endings[sentence.split(" ")[0]] += 1
    print(f"{len(loops)} loops, {sum(endings.values())} sentences: {dict(endings)}")
    assert {"Neither", "The", "GCC", "Clang"} <= set(endings)


CHAINED = """void f(int *restrict b, const int *restrict a, int n, int c) {
    for (int i = 0; i < n; i++) {
        int k = n * 4;
        int dead = k + 7;
        b[i] = a[i] * k + c;
    }
}
"""


@pytest.mark.parametrize(("type_name", "factor"), [("int", "4"), ("long", "8"), ("int", "5")])
def test_what_the_front_end_did_hand_over_is_not_said_to_be_missing(
    type_name: str, factor: str
) -> None:
    """The sum is constant as its operand is, though a line of the loop defines that; and a product
    by a power of two is a shift in the textbook."""
    text = CHAINED.replace("int ", f"{type_name} ").replace("* 4", f"* {factor}")
    for sentence in compare_with_compilers(SourceFile("f.c", text), "", "hoist").differences:
        assert "handed the loop over" not in sentence
        assert "leaves it all the same" not in sentence


def loop_of(*lines: str) -> Dump:
    """A loop of one block between two others."""
    edges = (("2", ("3",)), ("3", ("3", "4")), ("4", ()))
    text = ("<bb 2>:", "<bb 3>:", *(f"  {line};" for line in lines), "<bb 4>:", "  return;")
    return Dump(
        number=1,
        pass_name="lim2",
        level="GIMPLE",
        unit="f",
        lines=tuple(DumpLine(line) for line in text),
        edges=edges,
    )


@pytest.mark.parametrize(
    ("lines", "constant"),
    [
        (("_1 = n_9(D) * 4", "_2 = _1 + 7", "_3 = _2 * _1"), 3),
        (("# i_2 = PHI <0, i_3>", "_4 = i_2 * 4", "i_3 = i_2 + 1"), 0),
        (("_1 = *p_9(D)", "_2 = _1 * 4"), 0),
        (("_1 = g (n_9(D))", "_2 = _1 * n_9(D)"), 0),
        (("i = i + 1", "k = i * 4", "m = n * 4"), 1),
        (("k = n * 4", "m = k + 1", "k = m * 2"), 1),
        (("m = k * 2", "k = n + 1"), 1),
        (("_1 = n_9(D) << 2",), 1),
    ],
)
def test_what_changes_in_a_loop_is_followed_through_its_lines(
    lines: tuple[str, ...], constant: int
) -> None:
    """Before SSA form too: written twice, or read above where it is written, is no constant."""
    found = work_in_loops(loop_of(*lines), {"addition", "multiplication"})
    assert len(found[1]) == constant
