"""Loops that a header makes: elements a round from the code, or why not.

Worked out by hand: bytes that a round moves by over the bytes of an element.
"""

from __future__ import annotations

from functools import cache

import pytest

from compiler_core.host.compilation import Compilation, Loop
from compiler_core.host.compile import compile_source
from compiler_core.host.rounds.elements import ElementCounter, Elements
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("jail")

TEXT = """#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>
struct P { float x, y, z; };
int total(const int *x, int n) { return std::accumulate(x, x + n, 0); }
void twice(int *x, int n) { std::transform(x, x + n, x, [](int v) { return v * 2; }); }
long count(const std::vector<short>& v) { return std::count(v.begin(), v.end(), 3); }
void fill(std::vector<double>& a) { std::fill(a.begin(), a.end(), 1.5); }
void iota(std::vector<int>& a) { std::iota(a.begin(), a.end(), 3); }
int reduced(const std::vector<int>& a) { return std::reduce(a.begin(), a.end()); }
int ranged(std::span<const int> v) {
  return std::ranges::count_if(v, [](int i) { return i > 3; });
}
long views(std::span<const int> v) {
  long s = 0;
  for (int x : v | std::views::filter([](int i) { return i > 0; })) s += x;
  return s;
}
void records(P *p, int n) { std::for_each(p, p + n, [](P& q) { q.y = q.x + q.z; }); }
const int *find(const int *p, int n, int k) { return std::find(p, p + n, k); }
int two(const int *a, const double *b, int n) {
  return std::accumulate(a, a + n, 0) + (int)std::accumulate(b, b + n, 0.0);
}
"""
# By function: elements in a round of the main loop, by GCC 12 and Clang 19 at -O3.
KNOWN = {
    "total": (4, 8),
    "twice": (4, 8),
    "count": (8, 16),
    "fill": (2, 4),
    "iota": (4, 8),
    "reduced": (4, 32),
    "ranged": (4, 8),
    "views": (1, 1),
    "records": (1, 4),
}
COMPILERS = ("gcc-12", "clang-19")
BY_NAME = {"gcc-12": 0, "clang-19": 1}


@cache
def _compiled(compiler: str) -> tuple[Compilation, ElementCounter]:
    source = (source_file(TEXT, "c++"),)
    compilation = compile_source(source, compiler, "-O3 -std=c++20")
    assert compilation.ok, compilation.message
    return compilation, ElementCounter(source, compilation)


def _elements(compiler: str, name: str) -> list[tuple[Loop, Elements]]:
    compilation, counter = _compiled(compiler)
    (function,) = (one for one in compilation.functions if one.name.startswith(f"{name}("))
    return [
        (loop, counter.elements(function, loop, 16)) for loop in function.loops if loop.innermost
    ]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", KNOWN)
def test_elements_of_a_header_s_loop_are_known(name: str, compiler: str) -> None:
    mains = [entry for loop, entry in _elements(compiler, name) if loop.role == "main"]
    assert mains
    # The rest of a ranges algorithm may stand on another line of the header, as a loop of its own.
    assert max(entry.count or 0 for entry in mains) == KNOWN[name][BY_NAME[compiler]], mains
    assert all(entry.count for entry in mains)
    assert all("source iteration" not in entry.reason for entry in mains)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_the_code_does_not_tell_is_said(compiler: str) -> None:
    for _, entry in _elements(compiler, "find"):
        assert entry.count is None
        assert "by hand" in entry.reason
        assert "16 bytes a round, in parts of 4" in entry.reason


@pytest.mark.parametrize("compiler", COMPILERS)
def test_two_calls_on_one_line_of_a_header_are_not_taken_for_each_other(compiler: str) -> None:
    for loop, entry in _elements(compiler, "two"):
        if entry.count is None:
            assert "several loops that it may be" in entry.reason or "agree" in entry.reason
        else:
            assert loop.step_bytes in (4 * entry.count, 8 * entry.count)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_line_of_a_header_is_no_line_of_the_source(compiler: str) -> None:
    """Line 140 of stl_numeric.h, beside a loop statement on line 140 that moves by 8."""
    text = (
        "#include <numeric>\n"
        "int total(const int *x, int n) { return std::accumulate(x, x + n, 0); }\n"
        + "\n" * 135
        + "void other(long *x, int n) {\n  for (int i = 0; i < n; i++)\n\n\n    x[i] += 3;\n}\n"
    )
    source = (source_file(text, "c++"),)
    compilation = compile_source(source, compiler, "-O3")
    counter = ElementCounter(source, compilation)
    (function,) = (one for one in compilation.functions if one.name.startswith("total"))
    mains = [loop for loop in function.loops if loop.role == "main"]
    assert [loop.source_file for loop in mains] == ["stl_numeric.h"]
    assert counter.elements(function, mains[0], 16).count == KNOWN["total"][BY_NAME[compiler]]
