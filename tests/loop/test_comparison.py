"""The same step in three compilers, in sentences that are computed."""

from __future__ import annotations

from collections import Counter

import pytest

from compiler_core.errors import UnknownName
from compiler_core.loop.comparison.compare import comparable_concepts, compare_with_compilers
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.lowering import lower_source, main_function
from compiler_core.source import SourceFile
from tests.architecture.project import ROOT

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


def test_all_three_hoist_a_plain_product() -> None:
    found = compare_with_compilers(SourceFile("f.c", INVARIANT), "f", "hoist")
    assert [column.subjects for column in found.columns] == [("multiplication",)] * 3
    assert all("changes what the textbook changes" in one for one in found.differences)
    assert [len(column.steps) for column in found.columns] == [1, 1, 1]


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
def test_twenty_examples_are_compared_at_four_steps() -> None:
    """Each comparison says something about both compilers; together they tell of all cases."""
    endings: Counter[str] = Counter()
    sources = [source for source in examples() if in_subset(source)]
    assert len(sources) >= 20
    for source in sources:
        for concept in CONCEPTS:
            found = compare_with_compilers(source, "", concept)
            assert len(found.columns) == 3
            assert len(found.differences) == 2
            for sentence in found.differences:
                assert sentence.endswith((".", "`"))
                assert "GCC" in sentence or "Clang" in sentence
                endings[sentence.split(" ")[0]] += 1
    assert {"Neither", "The", "GCC", "Clang"} <= set(endings)
