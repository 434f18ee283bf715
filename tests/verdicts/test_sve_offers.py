"""SVE is offered where it can change something: lanes of an update may meet the same element."""

from __future__ import annotations

import pytest

from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

# Each updates elements at loaded places, and spells it in its own way.
UPDATES = """
struct B { int count; float sum; };
void by_field(struct B *restrict h, const int *restrict x, int n)
{ for (int i = 0; i < n; i++) h[x[i]].count++; }
void by_pointer(int *restrict h, const int *restrict x, int n)
{ for (int i = 0; i < n; i++) { int *p = &h[x[i]]; *p += 1; } }
void by_product(float *restrict h, const float *restrict x, int n, float s)
{ for (int i = 0; i < n; i++) { int b = (int)(x[i] * s); h[b] += 1.0f; } }
void by_clamp(int *restrict h, const float *restrict x, int n, float s)
{ for (int i = 0; i < n; i++) { int b = (int)(x[i] * s); b = b < 0 ? 0 : b; h[b]++; } }
void by_subscript(int *restrict h, const int *restrict x, int n)
{ for (int i = 0; i < n; i++) h[x[i]]++; }
void by_sum(int *restrict h, const int *restrict x, int n)
{ for (int i = 0; i < n; i++) *(h + x[i]) += 1; }
"""
UPDATES_IN_CPP = """
#include <array>
#include <vector>
void by_range(std::vector<int>& h, const std::vector<int>& x) { for (int v : x) h[v]++; }
std::array<int, 256> by_array(const std::vector<unsigned char>& x)
{ std::array<int, 256> h{}; for (auto v : x) ++h[v]; return h; }
void by_reference(int *h, const unsigned char *x, int n)
{ for (int i = 0; i < n; ++i) { auto& c = h[x[i]]; ++c; } }
"""
SCATTERS = """
struct B { int count; int last; };
void scatter(int *restrict h, const int *restrict x, const int *restrict v, int n)
{ for (int i = 0; i < n; i++) h[x[i]] = v[i]; }
void numbers(int *restrict h, const int *restrict x, int n)
{ for (int i = 0; i < n; i++) h[x[i]] = i; }
void gather(int *restrict h, const int *restrict x, const int *restrict v, int n)
{ for (int i = 0; i < n; i++) h[i] = v[x[i]]; }
"""


def _offered(name: str, text: str, compiler: str, level: str) -> dict[str, bool]:
    return {
        verdict.function: "sve" in {suggestion.id for suggestion in verdict.suggestions}
        for verdict in explain_loops(SourceFile(name, text), compiler, level).loops
    }


@pytest.mark.parametrize("compiler", ["gcc-11", "gcc-12", "clang-16", "clang-19"])
@pytest.mark.parametrize(("name", "text"), [("a.c", UPDATES), ("a.cpp", UPDATES_IN_CPP)])
def test_no_update_at_loaded_places_is_offered_sve(compiler: str, name: str, text: str) -> None:
    offered = _offered(name, text, compiler, "-O3")
    assert len(offered) == (6 if name == "a.c" else 3)
    assert not any(offered.values()), offered
    with_sve = explain_loops(SourceFile(name, text), compiler, "-O3 -march=armv8-a+sve").loops
    assert not any(verdict.vectorized for verdict in with_sve)


@pytest.mark.parametrize("compiler", ["gcc-11", "gcc-12"])
def test_what_sve_does_change_is_offered(compiler: str) -> None:
    assert all(_offered("a.c", SCATTERS, compiler, "-O3").values())
    with_sve = explain_loops(SourceFile("a.c", SCATTERS), compiler, "-O3 -march=armv8-a+sve").loops
    assert all(verdict.scalable for verdict in with_sve)
