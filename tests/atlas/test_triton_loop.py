"""A C loop written as a block program says what C says: golden texts, refusals, the same bytes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from app.addresses.atlas import triton_address
from app.atlas.pages import atlas_page
from compiler_core.atlas import run
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.triton.from_loop import asking
from compiler_core.atlas.triton.from_loop.kernel import kernel_of
from compiler_core.atlas.triton.from_loop.page import LOOPS
from compiler_core.errors import InputError, ToolMissing
from compiler_core.kept import Kept
from compiler_core.loop.front_end.lowering import function_names
from compiler_core.source import SourceFile
from tests.atlas.own_loops import opened_from_the_explorer, refused_with_its_line
from tests.atlas.shown_facts import shown_facts
from tests.conftest import ROOT

DOT = """float dot(int n, const float *x, const float *y) {
  float s = 1;
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      s -= x[i] / y[2 * i + 1];
  return s * 2;
}
"""
DOT_KERNEL = """@triton.jit
def dot(n, x, y, s_of_blocks, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    inside = i < n
    x_i = tl.load(x + i, mask=inside)
    test = x_i > 0.0
    x_i_2 = tl.load(x + i, mask=inside & test)
    y_v = tl.load(y + (2 * i + 1), mask=inside & test)
    s = tl.where(inside & test, tl.div_rn(x_i_2, y_v) * -1.0, 0.0)
    tl.store(s_of_blocks + tl.program_id(0), tl.sum(s, axis=0))
"""
DOWN = """void in(long n, const unsigned char *restrict class, short *y, double *lambda) {
  for (long i = n - 1; i >= 3; i -= 2) {
    int v = class[i] - 3;
    if (v < 0 || y[i] == 7) y[i] = v * 2;
    lambda[i] = -(lambda[i] + 0.1);
  }
}
"""
DOWN_KERNEL = """@triton.jit
def v_in(n, v_class, y, v_lambda, block: tl.constexpr):
    i = n - 1 - (tl.program_id(0) * block + tl.arange(0, block)).to(tl.int64) * 2
    inside = i >= 3
    class_i = tl.load(v_class + i, mask=inside)
    v = class_i.to(tl.int32) - 3
    test = v < 0
    y_i = tl.load(y + i, mask=inside & ~test)
    test_2 = y_i.to(tl.int32) == 7
    when = test | ~test & test_2
    tl.store(y + i, (v * 2).to(tl.int16), mask=inside & when)
    lambda_i = tl.load(v_lambda + i, mask=inside)
    tl.store(v_lambda + i, (lambda_i + 0.1) * -1.0, mask=inside)
"""
LEAST = """int least(unsigned n, const int *x, int m) {
  for (unsigned i = 0; i < n; i++) {
    int v = x[i] > 4 ? x[i] : 4;
    m = v < m ? v : m;
  }
  return m;
}
"""
LEAST_KERNEL = """@triton.jit
def least(n, x, m, m_of_blocks, block: tl.constexpr):
    i = (tl.program_id(0) * block + tl.arange(0, block)).to(tl.uint32)
    inside = i < n
    x_i = tl.load(x + i, mask=inside)
    test = x_i > 4
    x_i_2 = tl.load(x + i, mask=inside & test)
    choice = tl.where(test, x_i_2, 4)
    m_2 = tl.where(inside, choice, tl.full((), 2147483647, tl.int32))
    tl.store(m_of_blocks + tl.program_id(0), tl.min(m_2, axis=0))
"""


def loop(text: str) -> SourceFile:
    return SourceFile("loop.c", text)


NEST = """void nest(int n, int m, const float *restrict a, float *restrict y, int *restrict z) {
  for (int i = n - 1; i >= 0; i--) {
    float s = y[i], t = 1;
    if (s > 0) {
      for (long j = m; j >= 2; j -= 3) {
        float old = s;
        s = t;
        t = old + a[i * m + 1];
      }
      y[i] = s - t;
    }
    for (int k = 0; k < m - 1; k++)
      if (z[i * m + k] > k)
        z[i * m + k] = k;
  }
}
"""
NEST_KERNEL = """@triton.jit
def nest(n, m, a, y, z, block: tl.constexpr):
    i = n - 1 - (tl.program_id(0) * block + tl.arange(0, block))
    inside = i >= 0
    y_i = tl.load(y + i, mask=inside)
    test = y_i > 0.0
    s = tl.where(inside, y_i, y_i)
    t = tl.where(inside, 1.0, 1.0)
    for j_turn in range(m.to(tl.int64), 2 + -1, -3):
        j = tl.full((block,), j_turn, tl.int64)
        a_v = tl.load(a + (i * m + 1), mask=inside & test)
        s_next = t
        t_next = s + a_v
        s = s_next
        t = t_next
    tl.store(y + i, s - t, mask=inside & test)
    for k_turn in range(0, m - 1):
        k = tl.full((block,), k_turn, tl.int32)
        z_v = tl.load(z + (i * m + k), mask=inside)
        test_2 = z_v > k
        tl.store(z + (i * m + k), k, mask=inside & test_2)
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [(DOT, DOT_KERNEL), (DOWN, DOWN_KERNEL), (LEAST, LEAST_KERNEL), (NEST, NEST_KERNEL)],
)
def test_a_loop_is_written_as_it_is_read(source: str, expected: str) -> None:
    kernel = kernel_of(loop(source))
    assert kernel.text == expected
    assert all(0 <= line.line <= source.count("\n") for line in kernel.lines)


def test_what_is_taken_to_be_apart_is_said() -> None:
    assert kernel_of(loop(DOT)).of.promised == ()
    assert kernel_of(loop(DOWN)).of.promised == ()
    text = DOWN.replace("restrict ", "")
    assert kernel_of(loop(text)).of.promised == (("class", "y"), ("class", "lambda"))


_FOR = "for (int i = 0; i < n; i++)"
REFUSED = (
    ("int f(int n) { return n; }", 0, "no loop"),
    ("void f(int n, int *a) {\n for (int i = 1; i < n; i++)\n  a[i] = a[i - 1];\n}", 3, "1 round"),
    ("void f(int n, int *a) {\n for (int i = 0; i < n; i++)\n  a[i] = a[i + 2];\n}", 3, "2 rounds"),
    (f"void f(int n, int *a) {{\n {_FOR}\n  a[0] = i;\n}}", 3, "Every round writes"),
    (f"void f(int n, int *a, int *b) {{\n {_FOR}\n  a[b[i]] = i;\n}}", 3, "Two rounds may meet"),
    (f"void f(int n, int *a) {{\n {_FOR}\n  a[2 * i] = a[i];\n}}", 3, "Two rounds may meet"),
    (f"void f(int n, int *a) {{\n {_FOR}\n  if (a[i]) break;\n}}", 3, "way"),
    (f"int f(int n, int *a) {{\n {_FOR}\n  if (a[i]) return 1;\n return 0;\n}}", 3, "early"),
    ("int f(int *a) {\n int i = 0;\n while (a[i]) i++;\n return i;\n}", 3, "No counter"),
    (f"void f(int n, int *a) {{\n {_FOR}\n  a[i] = 0;\n {_FOR}\n  a[i] += 1;\n}}", 4, "second"),
    (f"int g(int x) {{ return x; }}\nvoid f(int n, int *a) {{\n {_FOR}\n  a[i] = g(i);\n}}",
     4, "call of g"),
    (f"float f(int n, float *a) {{\n float s = 1;\n {_FOR}\n  s *= a[i];\n return s;\n}}",
     4, "more than"),
    (f"int f(int n, int *a) {{\n int s = 0;\n {_FOR}\n  a[i] = s += a[i];\n return s;\n}}",
     4, "hands s"),
    (f"int f(int n, int *a) {{\n int s = 0;\n {_FOR}\n  if (s < 9) s += a[i];\n return s;\n}}",
     4, "hands s"),
    (f"int f(int n, int *a) {{\n int s = 0;\n {_FOR} {{\n  int t = s + a[i];\n"
     "  if (a[i] > 2) s = t;\n }\n return s;\n}", 4, "hands s"),
    (f"void f(int n, double *a) {{\n {_FOR}\n  a[i] = sqrt(a[i]);\n}}", 3, "libdevice"),
    (f"void f(int n, int *a) {{\n a[0] = 1;\n {_FOR}\n  a[i] = 0;\n}}", 2, "outside of the loop"),
    (f"void f(int n, int *a) {{\n if (n > 3)\n  n = 3;\n {_FOR}\n  a[i] = 0;\n}}", 2, "decided"),
    ("void f(unsigned n, int *a) {\n for (unsigned i = n; i > 0; i--)\n  a[i] = 0;\n}",
     2, "unsigned counter goes down"),
    ("int f(int n, int *a) {\n int i;\n for (i = 0; i < n; i++)\n  a[i] = 0;\n return i;\n}",
     3, "counter is read"),
    (f"void f(int n, int *a) {{\n int t[4];\n {_FOR}\n  t[i & 3] = a[i];\n}}", 4, "belongs to"),
    (f"void f(int n, _Bool *a) {{\n {_FOR} a[i] = 0;\n}}", 1, "truth values"),
    (f"void f(int n, int *a) {{\n {_FOR} {{ if (n) goto out; a[i] = 0; }}\n out: ;\n}}", 2, ""),
)  # fmt: skip


def nest(inner: str, body: str, around: str = "int n, int m, int *a, int *b") -> str:
    return f"void f({around}) {{\n {_FOR}\n  {inner}\n   {body}\n}}"


_UP_TO_4 = "for (int j = 0; j < 4; j++)"
REFUSED_NESTS = (
    (nest("for (int j = 0; j < 5; j++)", "a[4 * i + j] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 0; j <= 4; j++)", "a[4 * i + j] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 4; j >= 0; j--)", "a[4 * i - j] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 0; j < n; j++)", "a[i * m + j] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = -1; j < m; j++)", "a[i * m + j] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 0; j < m; j++)", "a[i + j * m] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 0; j < m; j++)", "a[i * m + b[j]] = 0;"), 4, "Two rounds may meet"),
    (nest("for (int j = 0; j < m; j++)", "a[i * m] = 0;"), 4, "Two rounds may meet"),
    (nest(_UP_TO_4, "a[j] = i;"), 4, "Two rounds may meet"),
    (nest(_UP_TO_4, "a[4 * i + j + 1] = a[4 * i + j];"), 4, "Two rounds may meet"),
    (nest("for (int j = 1; j < 8; j++)", "a[8 * i + j] = a[8 * i + j - 1];"),
     4, "written at one subscript"),
    (nest("for (int j = 0; j < i; j++)", "a[i] += j;"), 3, "differs from round to round"),
    (nest("for (int j = i; j < m; j++)", "a[i] += j;"), 3, "differs from round to round"),
    (nest("for (int j = 0; j < m; j++) for (int k = 0; k < j; k++)", "a[i] += k;"),
     3, "differs from round to round of the loop around it"),
    (nest("for (unsigned j = 0; j < 4; j++)", "a[i] += j;"), 3, "unsigned"),
    (nest(_UP_TO_4, "if (a[i] == j) break;"), 4, "way"),
    (nest("{ int j; for (j = 0; j < 4; j++)", "a[i] += j; a[i] += j; }"), 3, "read behind"),
    (nest(f"{_UP_TO_4} for (int k = 0; k < 2; k++)", "for (int l = 0; l < 2; l++) a[i] += l;"),
     4, "more than 3 deep"),
    (f"int f(int n, int *a) {{\n int s = 0;\n {_FOR}\n  {_UP_TO_4}\n   s += a[4 * i + j];\n"
     " return s;\n}", 5, "hands s"),
)  # fmt: skip


@pytest.mark.parametrize(("source", "line", "reason"), REFUSED + REFUSED_NESTS)
def test_what_does_not_fit_is_named_with_its_line(source: str, line: int, reason: str) -> None:
    refused_with_its_line(kernel_of, "triton-loop", loop(source), line, reason)
    assert triton_address(loop(source), "f") == ""


def test_the_explorer_opens_each_function_that_fits() -> None:
    opened_from_the_explorer(triton_address, DOT, LEAST)


def functions() -> Iterator[tuple[SourceFile, str]]:
    for folder in ("content", "tests"):
        for file in sorted((ROOT / folder).rglob("*.c")):
            source = SourceFile("loop.c", file.read_text("utf-8", "replace"))
            try:
                names = function_names(source)
            except InputError:
                continue
            yield from ((source, name) for name in names)


_PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def test_every_function_here_is_translated_or_refused_in_a_sentence() -> None:
    written, said = 0, list[str]()
    for source, name in functions():
        try:
            kernel = kernel_of(source, name)
        except InputError as error:
            said.append(error.message)
            continue
        written += 1
        tree = ast.parse(kernel.text)
        stored = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - stored
        given = {parameter.name for parameter in kernel.parameters}
        assert read <= given | {"tl", "triton", "block", "float", "range"}, (name, read - given)
        assert all(_PLAIN.fullmatch(one) for one in stored | given)
    assert written >= 10
    assert len(said) >= 10
    ends = (".", "?", "!", ":", ")", "`", "'", '"')
    assert [one for one in said if "\n" in one or not one.strip().endswith(ends)] == []


def test_without_triton_the_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ToolMissing("Triton", "triton-open", "script/oracles --atlas triton-open")

    monkeypatch.setattr(asking, "run_driver", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("triton-loop", {"loop": "dot"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "script/oracles --atlas triton-open" in shown.page.recorded
    facts = {fact.name for fact in page_named("triton-loop").facts}
    assert set(shown_facts(shown.page)) == facts
    refused = atlas_page("triton-loop", {"loop": "prefix"})
    assert refused.status == 422


def test_every_loop_of_the_page_but_two_is_translated() -> None:
    fits = {}
    for file in LOOPS.folder.glob("*.c"):
        try:
            fits[file.stem] = bool(kernel_of(loop(file.read_text("utf-8"))).lines)
        except InputError:
            fits[file.stem] = False
    assert {name for name, fit in fits.items() if not fit} == {"prefix", "triangle"}
