"""Only a loop whose function the compiler merged with another is said to share its code."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.equal_functions import equal_functions
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.trace import Remark

# Another function's loop stands inlined where the own one has gone, and no text calls it by name.
NOT_EQUAL = {
    "a.c": """
static inline int root(int x) { int i = 0; while (i * i < x) i++; return i; }
int by_pointer(const int *a)
{
    int s = 0;
    int (*p)(int) = root;
    for (int i = 0; i < 3; i++) s += a[i];
    return p(s);
}
#define ROOT root
int by_macro(const int *a)
{
    int s = 0;
    for (int i = 0; i < 3; i++) s += a[i];
    return ROOT(s);
}
""",
    "a.cpp": """
#include <ranges>
#include <span>
struct Root { int operator()(int x) const { int i = 0; while (i * i < x) i++; return i; } };
struct Big {
  int x;
  operator int() const { int i = 0; while (i * i < x) i++; return i; }
};
int by_object(const int *a) {
  int s = 0;
  for (int i = 0; i < 3; i++) s += a[i];
  return Root{}(s);
}
int by_conversion(const int *a) {
  int s = 0;
  for (int i = 0; i < 3; i++) s += a[i];
  return Big{s} + 1;
}
long by_view(std::span<const int> v) {
  long s = 0;
  for (int x : v | std::views::filter([](int i) { return Root{}(i) == 3; })) s += x;
  return s;
}
""",
}
PAIR = """
{0} int f(const int *a, int n) {{ int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }}
{0} int g(const int *b, int m) {{ int t = 0; for (int j = 0; j < m; j++) t += b[j]; return t; }}
int h(const int *a, int n) {{ return f(a, n) + g(a + 1, n - 1); }}
"""


def _verdicts(name: str, text: str, compiler: str, flags: str) -> list[Verdict]:
    return list(explain_loops(SourceFile(name, text), compiler, flags).loops)


@pytest.mark.parametrize("compiler", ["gcc-11", "gcc-12", "clang-19"])
@pytest.mark.parametrize("name", NOT_EQUAL)
def test_what_was_inlined_is_no_equal_function(name: str, compiler: str) -> None:
    flags = "-O3 -std=c++20" if name.endswith("cpp") else "-O3"
    verdicts = _verdicts(name, NOT_EQUAL[name], compiler, flags)
    by_ways = [verdict for verdict in verdicts if verdict.function.startswith("by_")]
    assert len({verdict.function for verdict in by_ways}) == (3 if name == "a.cpp" else 2)
    assert [v.function for v in by_ways if v.reason_key == "same_as_other"] == []


@pytest.mark.parametrize("compiler", ["gcc-11", "gcc-12"])
def test_an_alias_shares_the_code_and_is_compiled(compiler: str) -> None:
    first, second = _verdicts(
        "a.c", PAIR.format("__attribute__((noinline)) static"), compiler, "-O3"
    )
    assert first.vectorized
    assert second.reason_key == "same_as_other"
    assert "left no code of its own" in second.sentence
    assert "(f, line 2)" in second.sentence
    assert "did not vectorise" not in second.sentence


def test_names_of_equal_functions_are_read_as_written() -> None:
    def said(text: str) -> Account:
        return Account(remark=Remark("passed", text, None), pass_name="icf")

    equal = equal_functions(
        [
            said("Semantic equality hit:f/0->g/1"),
            said("Semantic equality hit:f/0->h/2"),
            said("Semantic equality hit:float n::f(const std::vector<float>&)/147->float k(T*)/8"),
            said("Semantic equality hit:T q(const T*, int) [with T = int]/156->int qq(int)/157"),
            said("Semantic equality hit:int A<int>::at(int)/1->int B::operator[](int) const/7"),
        ]
    )
    assert equal["f"] == {"f", "g", "h"}
    assert equal["h"] is equal["f"]
    assert equal["n::f"] == {"n::f", "k"}
    assert equal["q"] == {"q", "qq"}
    assert equal["A<int>::at"] == {"A<int>::at", "B::operator[]"}
