"""Loops without a loop statement get a verdict of their own; lanes and stride checks in words."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from tests.verdicts.reasons import FOLDER

SPELLINGS = SourceFile("spellings.c", (FOLDER / "spellings.c").read_text(encoding="utf-8"))
UNWRITTEN = {
    "macro_total", "macro_whole", "macro_prefix", "macro_find", "macro_scale",
    "goto_total", "goto_prefix", "goto_search", "goto_scale",
}  # fmt: skip
both = pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])


def verdict_of(text: str, compiler: str) -> Verdict:
    (verdict,) = explain_loops(SourceFile("a.c", text), compiler, "-O3").loops
    return verdict


@both
def test_macros_and_gotos_make_loops(compiler: str) -> None:
    found = {
        verdict.function: verdict
        for verdict in explain_loops(SPELLINGS, compiler, "-O3").loops
        if verdict.kind == "unwritten"
    }
    # GCC keeps one body of equal functions, and the places of that one.
    merged = {"macro_total", "macro_whole", "macro_scale", "goto_total"}
    assert UNWRITTEN - merged <= found.keys() <= UNWRITTEN
    assert found["goto_prefix"].reason_key == "data_dependence"
    assert found["macro_find"].reason_key == "early_exit"
    assert found["goto_scale"].vectorized
    for verdict in found.values():
        assert any("no loop statement" in entry.text for entry in verdict.evidence)
        assert verdict.suggestions == ()


@both
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("void f(unsigned *restrict p, const unsigned *restrict q, int n)"
         "{ for (int i = 0; i < n; i++) p[i] ^= q[i]; }", "4 32-bit integers (16 bytes) at once"),
        ("int f(const unsigned char *p, const unsigned char *q, int n)"
         "{ int s = 0; for (int i = 0; i < n; i++) s += p[i] * q[i]; return s; }",
         "16 bytes at once"),
        ("void f(float *restrict p, const float *restrict q, int n, int k)"
         "{ for (int i = 0; i < n; i++) p[i] = q[i * k]; }",
         "behind a run-time check that the stride is 1"),
    ],
)  # fmt: skip
def test_the_sentence_counts_elements_of_a_round(compiler: str, body: str, words: str) -> None:
    verdict = verdict_of(body, compiler)
    if "stride" in words and compiler == "gcc-12":
        assert not verdict.vectorized or words in verdict.sentence
    else:
        assert words in verdict.sentence


ALGORITHMS = SourceFile(
    "algorithms.cpp",
    """#include <algorithm>
#include <numeric>
float total(const float *p, int n) { return std::accumulate(p, p + n, 0.0f); }
int total_ints(const int *p, int n) { return std::accumulate(p, p + n, 0); }
void twice(float *p, int n) { std::transform(p, p + n, p, [](float v) { return v * 2; }); }
void prefix(int *p, int n) { std::partial_sum(p, p + n, p); }
const int *where(const int *p, int n) { return std::find(p, p + n, 7); }
""",
)


@both
def test_algorithms_of_the_library_have_verdicts(compiler: str) -> None:
    found = {
        verdict.function: verdict for verdict in explain_loops(ALGORITHMS, compiler, "-O3").loops
    }
    assert found.keys() == {"total", "total_ints", "twice", "prefix", "where"}
    assert {verdict.kind for verdict in found.values()} == {"unwritten"}
    assert found["total"].reason_key == "float_reduction"
    assert found["total_ints"].vectorized
    assert found["twice"].vectorized
    assert found["prefix"].reason_key == "scalar_recurrence"
    assert found["where"].reason_key in ("early_exit", "exit_in_data")


ALGORITHM_CALLS = SourceFile(
    "algorithms.cpp", (FOLDER / "algorithms.cpp").read_text(encoding="utf-8")
)
NAMED = {
    "sort_ints": ["std::sort"], "sort_again": ["std::sort"], "nth": ["std::nth_element"],
    "heap": ["std::make_heap"], "equal_floats": ["std::equal"], "scale": ["std::transform"],
    "sum": ["std::accumulate"], "fill": ["std::fill"], "reversed": ["std::reverse"],
    "any_negative": ["std::any_of"], "unique_ints": ["std::unique"], "lower": ["std::lower_bound"],
    "swapped": ["std::swap_ranges"], "several": ["std::accumulate", "std::min_element",
    "std::count"], "two_on_a_line": ["std::accumulate", "std::max_element"],
    "over_lines": ["std::accumulate"], "unqualified": ["sort", "reverse"],
}  # fmt: skip


@both
def test_each_call_has_a_verdict_with_its_name(compiler: str) -> None:
    found = explain_loops(ALGORITHM_CALLS, compiler, "-O3").loops
    for function, names in NAMED.items():
        verdicts = [verdict for verdict in found if verdict.function == function]
        assert len(verdicts) == len(names), function
        for verdict, name in zip(verdicts, names, strict=True):
            assert f"the loop inside {name}:" in verdict.sentence
            assert verdict.evidence[0].text.endswith(f"here: {name} makes it.")
            assert verdict.body
    (by_macro,) = [verdict for verdict in found if verdict.function == "by_macro"]
    assert "this loop" in by_macro.sentence


@both
def test_ranges_have_verdicts_too(compiler: str) -> None:
    text = (
        "#include <algorithm>\n#include <vector>\n"
        "void f(std::vector<int> &v) { std::ranges::sort(v); }\n"
        "void g(std::vector<int> &v) { std::ranges::transform(v, v.begin(),"
        " [](int x) { return x * x; }); }\n"
    )
    sort, transform = explain_loops(SourceFile("a.cpp", text), compiler, "-O3 -std=c++20").loops
    assert "did not vectorise the loop inside std::ranges::sort" in sort.sentence
    assert "vectorised the loop inside std::ranges::transform" in transform.sentence


IN_LOOPS = SourceFile(
    "in_loops.cpp",
    """#include <algorithm>
#include <numeric>
void rows(int *p, int n, int m) {
  for (int i = 0; i < m; i++)
    std::sort(p + i * n, p + i * n + n);
}
void totals(float *t, const float *p, int n, int m) {
  for (int i = 0; i < m; i++)
    t[i] = std::accumulate(p + i * n, p + i * n + n, 0.0f);
}
long permutations(int *p, int n) {
  long k = 0;
  while (std::next_permutation(p, p + n))
    k++;
  return k;
}
void larger(float *t, const float *p, int n) {
  for (int i = 0; i < n; i++)
    t[i] = std::max(t[i], p[i]);
}
void lambda(int *p, int n) {
  std::for_each(p, p + n, [](int &v) {
    for (int i = 0; i < 5; i++)
      v = v * v + i;
  });
}
""",
)


@both
def test_algorithms_inside_loop_statements_have_verdicts_of_their_own(compiler: str) -> None:
    found = explain_loops(IN_LOOPS, compiler, "-O3").loops
    kinds = [(verdict.function, verdict.kind) for verdict in found]
    assert kinds == [
        *(("rows", kind) for kind in ("for", "unwritten")),
        *(("totals", kind) for kind in ("for", "unwritten")),
        *(("permutations", kind) for kind in ("while", "unwritten")),
        ("larger", "for"),
        ("lambda", "for"),
    ]
    reasons = [verdict.reason_key for verdict in found]
    assert reasons[0] == reasons[2] == reasons[4] == "outer_loop"
    assert reasons[3] == "float_reduction"
    assert "inside std::sort" in found[1].sentence
    assert "inside std::next_permutation" in found[5].sentence
    assert found[6].vectorized
    assert found[7].vectorized


@both
@pytest.mark.parametrize("call", ["sort", "stable_sort", "make_heap", "partial_sort"])
def test_a_loop_around_an_algorithm_is_no_loop_around_an_unknown_function(
    compiler: str, call: str
) -> None:
    middle = ", p + 9" if call == "partial_sort" else ""
    text = (
        "#include <algorithm>\nvoid rows(int *p, int n, int m) {\n"
        f"  for (int i = 0; i < m; i++)\n    std::{call}(p{middle}, p + n);\n}}\n"
    )
    statement, *_ = explain_loops(SourceFile("a.cpp", text), compiler, "-O3").loops
    assert statement.kind == "for"
    assert statement.reason_key == "outer_loop"


@both
def test_algorithms_that_call_a_routine_of_the_c_library_say_so(compiler: str) -> None:
    text = (
        "#include <algorithm>\n#include <vector>\nextern void use(int *);\n"
        "bool same(const int *p, const int *q, int n) { return std::equal(p, p + n, q); }\n"
        "void copied(int *p, const std::vector<int> &q) { std::copy(q.begin(), q.end(), p); }\n"
        "void two(char *p, char *q, int n) { std::fill(p, p + n, 7); std::copy(q, q + n, p); }\n"
        "void back(long *p, int n) { std::move_backward(p, p + n, p + n + 1); }\n"
        "void plain() { int room[400] = {0}; use(room); }\n"
        "void few(int *p) { std::fill(p, p + 4, 1); }\n"
        "void floats(float *p, int n) { std::fill(p, p + n, 1.5f); }\n"
    )
    found = explain_loops(SourceFile("a.cpp", text), compiler, "-O3").loops
    told = {
        (verdict.function, verdict.sentence.rpartition(" ")[2].rstrip("."))
        for verdict in found
        if verdict.reason_key == "library_call"
    }
    compared = "memcmp" if compiler == "gcc-12" else "bcmp"
    assert told == {
        ("same", compared), ("copied", "memmove"), ("two", "memset"), ("two", "memmove"),
        ("back", "memmove"),
    }  # fmt: skip
    assert {verdict.function for verdict in found if verdict.vectorized} == {"floats"}


def test_lines_of_a_header_are_not_the_sources() -> None:
    """Loops stand on every line that the header's own loop and what it calls may have."""
    head = "#include <algorithm>\nint greatest(const int *a, int n) "
    call = "{ return *std::max_element(a, a + n); }\n"
    loops = "".join(
        f"int line{number}(const int *a, int n) "
        "{ int s = 0; for (int i = 0; i < n; i++) s += a[i] / 3; return s; }\n"
        for number in range(3, 64)
    )
    source = SourceFile("a.cpp", head + call + loops)
    first, *others = explain_loops(source, "clang-19", "-O3").loops
    assert (first.function, first.reason_key) == ("greatest", "index_reduction")
    assert all(verdict.vectorized or verdict.reason_key == "same_as_other" for verdict in others)
