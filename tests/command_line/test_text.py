"""The text of a listing in a terminal of known width."""

from __future__ import annotations

from command_line.output import columns
from compiler_core.host.compilation_text import compilation_lines
from compiler_core.host.compile import compile_source
from compiler_core.source import source_file

SOURCE = """\
int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}
"""


def words(lines: list[str]) -> list[str]:
    """All words whatever their line, without the loop's mark."""
    return sorted(" ".join(lines).replace("┃", " ").split())


def test_explanations_are_wrapped_to_the_terminal() -> None:
    compilation = compile_source((source_file(SOURCE),), "gcc", "-O2")
    narrow, wide = compilation_lines(compilation, 80), compilation_lines(compilation, None)
    end = next(n for n, line in enumerate(narrow) if line.startswith("      loop "))
    assert len(narrow) > len(wide)
    assert max(map(len, narrow[:end])) <= 80
    assert words(narrow) == words(wide)


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert columns([("a", "bb", "c"), ("aaa", "", "cc")]) == ["a    bb  c", "aaa      cc"]
    assert columns([]) == []
