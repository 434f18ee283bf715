"""Loops inlined from a header: the file stands beside the line, and copies belong together."""

from __future__ import annotations

import pytest

from compiler_core.host.compilation import line_words
from compiler_core.host.compile import compile_source
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("jail")

ALGORITHMS = """#include <algorithm>
#include <numeric>
int total(const int *x, int n) { return std::accumulate(x, x + n, 0); }
void twice(int *x, int n) { std::transform(x, x + n, x, [](int v) { return v * 2; }); }
int own(const int *x, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_line_of_a_header_is_told_with_its_file(compiler: str) -> None:
    found = compile_source((source_file(ALGORITHMS, "c++"),), compiler, "-O3")
    files = {
        function.symbol: {loop.source_file for loop in function.loops}
        for function in found.functions
    }
    assert files["_Z5totalPKii"] == {"stl_numeric.h"}
    assert files["_Z3ownPKii"] == {""}
    assert line_words(140, "stl_numeric.h") == "line 140 of stl_numeric.h"
    assert line_words(7, "") == "line 7"


def test_the_scalar_rest_of_a_loop_of_a_header_is_no_second_main_loop() -> None:
    """The vector loop shows the line of the body alone, its rest that of the `for` too."""
    found = compile_source((source_file(ALGORITHMS, "c++"),), "clang", "-O3")
    for function in found.functions:
        if not function.loops:
            continue
        roles = [(loop.arithmetic, loop.role) for loop in function.loops]
        assert roles[0] == ("vector", "main")
        assert [role for _, role in roles].count("main") == 1
        assert len({loop.source_line for loop in function.loops}) == 1
