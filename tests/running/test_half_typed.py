"""A source in the middle of being typed is read or refused; nothing else comes out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.running.target import find_target
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.source import SourceFile

IN_C = """#include <stdint.h>
#define N 4
typedef struct { const int a; unsigned k : 3; float m[N]; } part;
enum kind { FIRST, SECOND = 2 };
static float scale(_Atomic int *c, float (*by)(float), enum kind k) { return by(*c) * k; }
void f(int n, const part *restrict p, uint32_t out[static 8]) {
  for (int i = 0; i < n; i++)
    out[i] = p[i].a + sizeof(part);
}
"""
IN_CPP = """#include <vector>
namespace a { struct S { virtual int g() const; std::atomic<int> c; }; }
using T = const int;
template <class V> V total(const std::vector<V> &v, T n = 3) {
  V sum{};
  for (auto &x : v) sum += x;
  return sum;
}
template int total<int>(const std::vector<int> &, T);
int a::S::g() const { return [this](std::size_t k) -> int { return k; }(2); }
int f(std::vector<int> v, std::size_t k) { for (auto x : v) k += x; return k; }
"""


def half_typed(text: str) -> Iterator[str]:
    """Every prefix that ends with a token, and the text without each token, or each two or three
    in a row."""
    tokens = [token.span() for token in re.finditer(r"\w+|\S", text)]
    yield from (text[:end] for _, end in tokens)
    for at, (start, _) in enumerate(tokens):
        yield from (text[:start] + text[end:] for _, end in tokens[at : at + 3])


@pytest.mark.parametrize(("name", "text"), [("f.c", IN_C), ("f.cpp", IN_CPP)])
def test_half_typed_programs_are_read_or_refused(name: str, text: str) -> None:
    for part in half_typed(text):
        source = SourceFile(name, part)
        with suppress(LoweringLabError):
            signatures_of(source)
            find_target([source])
