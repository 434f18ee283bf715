"""What integers and arrays are for, and how large arrays get: the analysis without any run."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.host.running.constants import constants_of, value_of
from compiler_core.host.running.driver import write_driver
from compiler_core.host.running.intervals import number_of
from compiler_core.host.running.outline import outline_of, root_of
from compiler_core.host.running.overrides import parse_overrides
from compiler_core.host.running.plan import Plan, make_plan
from compiler_core.host.running.planner import default_n, planner_of
from compiler_core.host.running.target import find_target
from compiler_core.source import SourceFile
from tests.running.asking import c_source


def plan_of(text: str, n: int | None = None, *settings: str) -> Plan:
    from dataclasses import replace

    source = c_source(text)
    target = find_target((source,))
    planner = planner_of(target, write_driver(target, (source,)), source)
    planner = replace(planner, overrides=parse_overrides(settings))
    return make_plan(planner, n or default_n(planner))


def counts(plan: Plan) -> dict[str, int | None]:
    return {setting.path: setting.count for setting in plan.settings if setting.kind == "array"}


BOUNDS = (
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }", {"n": 64}),
    ("void f(int *a, int n) { int i = 0; while (i < n) a[i++] = 0; }", {"n": 64}),
    ("void f(int *a, int n) { while (n-- > 0) *a++ = 0; }", {"n": 64}),
    ("void f(int *a, int n) { do { *a++ = 0; } while (--n); }", {"n": 64}),
    ("void f(int *a, int n) { for (int i = n; i-- > 0;) a[i] = 0; }", {"n": 64}),
    ("void f(int *a, int n) { int half = n / 2; for (int i = 0; i < half; i++) a[i] = 0; }",
     {"n": 64}),
    ("void f(int *a, int s, int e) { for (int i = s; i < e; i++) a[i] = 0; }", {"s": 0, "e": 64}),
    ("void f(int *a, int n, int by) { for (int i = 0; i < n; i += by) a[i] = 0; }",
     {"n": 64, "by": 2}),
    ("void f(int *a, int low, int high) { for (int i = low; i <= high; i++) a[i] = 0; }",
     {"low": 0, "high": 63}),
    ("int f(const int *a, int key, int n) { for (int i = 0; i < n; i++) if (a[i] == key) "
     "return i; return -1; }",
     {"key": -1000, "n": 64}),
    ("int f(const int *a, int top, int n) { int k = 0; for (int i = 0; i < n; i++) { if "
     "(a[i] > top) break; k++; } return k; }",
     {"top": 1_000_000_000, "n": 64}),
    ("void f(int *a, int low, int high, int n) { for (int i = 0; i < n; i++) a[i] = a[i] < "
     "low ? low : a[i] > high ? high : a[i]; }",
     {"low": -50, "high": 50, "n": 64}),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BOUNDS)
def test_integers_get_values_by_their_role(text: str, expected: dict[str, int]) -> None:
    assert plan_of(text, 64).values == expected


SIZES = (
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) a[4 * i + 3] = 0; }", {"a": 256}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i += 2) { a[i] = 0; a[i + 1] = 0; } }",
     {"a": 65}),
    ("void f(int *a, int n) { for (int i = 1; i < n - 1; i++) a[i] = a[i - 1] + a[i + 1]; }",
     {"a": 64}),
    ("void f(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = 0; }", {"a": 65}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i & 15] = 0; }", {"a": 16}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i % 10] = 0; }", {"a": 10}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i >> 2] = 0; }", {"a": 16}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i "
     "* n + j] = 0; }",
     {"a": 4096}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[j] "
     "= 0; }",
     {"a": 64}),
    ("void f(int *a, int n) { int *p = a + n; for (int i = 0; i < n; i++) p[i] = 0; }", {"a": 128}),
    ("void f(int *a, int n) { for (int i = 0; i < n; i++) *(a + 2 * i) = 0; }", {"a": 127}),
    ("#define N 32\nvoid f(int *a) { for (int i = 0; i < N * 2; i++) a[i] = 0; }", {"a": 64}),
    ("enum { W = 5, H };\nvoid f(int *a) { for (int i = 0; i < W; i++) for (int j = 0; j < "
     "H; j++) a[i * H + j] = 0; }",
     {"a": 30}),
    ("void f(int *h, const unsigned char *k, int n) { for (int i = 0; i < n; i++) h[k[i]]++; }",
     {"h": 256, "k": 64}),
    ("void f(int h[16], int n) { for (int i = 0; i < n; i++) h[i & 15]++; }", {"h": 16}),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SIZES)
def test_arrays_get_what_their_subscripts_reach(text: str, expected: dict[str, int]) -> None:
    assert counts(plan_of(text, 64)) == expected


def test_default_sizes_suit_the_nest() -> None:
    loop = "for (int {0} = 0; {0} < n; {0}++) "
    for depth, expected in ((1, 1024), (2, 256), (3, 64), (4, 16)):
        loops = "".join(loop.format(name) for name in "ijkl"[:depth])
        assert plan_of(f"void f(int *a, int n) {{ {loops} a[i]++; }}").n == expected


def test_too_many_rounds_are_refused_with_the_largest_n() -> None:
    loops = "".join(f"for (int {name} = 0; {name} < n; {name}++) " for name in "ijk")
    text = f"void f(int *a, int n) {{ {loops} a[i]++; }}"
    with pytest.raises(InputError, match="Use n = 406 or less"):
        plan_of(text, 1024)
    assert plan_of(text, 406).elements == 406**3
    assert plan_of(text, 1024, "n=16").elements == 16**3


TEXT = "void f(int *a, float k, int n) { for (int i = 0; i < n; i++) a[i] *= k; }"


def test_overrides_reach_values_sizes_and_contents() -> None:
    plan = plan_of(TEXT, 64, "k=0.5", "n=10", "a.size=99", "a=7")
    assert plan.values == {"k": 0.5, "n": 10}
    assert counts(plan) == {"a": 99}
    assert "all 7" in [setting.value for setting in plan.settings]


WRONG_OVERRIDES = (
    ("b=1", "has no b"), ("n.size=3", "has no size"), ("n=x", "whole number"),
    ("k=nan", "finite"), ("n=99999999999", "cannot hold"), ("a.size=-1", "negative"),
    ("a.above=1", "no distribution"), ("a.above=1:2", "no distribution"), ("=3", "sets nothing"),
    ("n", "sets nothing"), ("a.size=999999999", "the limit is"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WRONG_OVERRIDES)
def test_overrides_that_do_not_fit_say_why(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        plan_of(TEXT, 64, text)


def test_a_path_is_set_once() -> None:
    with pytest.raises(InputError, match="set twice"):
        plan_of(TEXT, 64, "n=1", "n=2")


EXPRESSIONS = st.recursive(
    st.integers(0, 50).map(str),
    lambda inner: st.tuples(
        inner, st.sampled_from(("+", "-", "*", "/", "%", "<<", ">>", "&", "|")), inner
    ).map(lambda parts: "({} {} {})".format(*parts)),
    max_leaves=6,
)


@given(EXPRESSIONS)
def test_constant_expressions_have_the_value_c_gives_them(text: str) -> None:
    """Python's own arithmetic, made to divide towards zero; None where C has no value."""
    found = value_of(text, {})
    expected = _evaluated(text)
    if found is not None and expected is not None:
        assert found == expected
    if expected is not None and not set("%&|<>/") & set(text):
        assert found == expected


def _evaluated(text: str) -> int | None:
    try:
        found = _python_value(ast.parse(text, mode="eval").body)
    except (ZeroDivisionError, ValueError, OverflowError, MemoryError):
        return None
    return found if abs(found) < 1 << 31 else None


def _python_value(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    assert isinstance(node, ast.BinOp)
    left, right = _python_value(node.left), _python_value(node.right)
    if isinstance(node.op, ast.LShift | ast.RShift) and right >= 64:
        raise OverflowError("C has no value for it, and Python would take gigabytes")
    return _OPERATORS[type(node.op)](left, right)


_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: int(left / right) if abs(left) < 1 << 50 else 0,
    ast.Mod: lambda left, right: left - right * int(left / right),
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}


def test_names_of_constants() -> None:
    root = root_of(
        c_source(
            "#define A 8\n#define B (A * 2)\nenum { C = 3, D, E = B };\n"
            "static const int F = 0x10;\n#define G f(3)\nint f(int x) { return x; }"
        )
    )
    assert root is not None
    assert constants_of(root, ("-DH=7", "-DA=4")) == {
        "A": 4, "B": 8, "C": 3, "D": 4, "E": 8, "F": 16, "H": 7
    }  # fmt: skip
    spelled = {"010": 8, "0x1F": 31, "0b11": 3, "7u": 7, "1'000": 1000}
    assert {text: number_of(text) for text in spelled} == spelled


def test_the_outline_keeps_declarations_alone() -> None:
    source = SourceFile(
        "loop.c",
        (
            "#include <stdint.h>\n#define N 4\ntypedef struct { int x; } point;\n"
            "int table[N] = {1, 2};\nstatic const int size = 3;\nint (*operation)(int) = 0;\n"
            "static inline int twice(int x) { return 2 * x; }\n"
            "int f(point *p, int n) { return n; }\nint main(void) { return f(0, 1); }\n"
        ),
    )
    assert outline_of(source) == (
        "#include <stdint.h>\n#define N 4\ntypedef struct { int x; } point;\nextern int table[N];\n"
        "static const int size = 3;\nextern int (*operation)(int);\n"
        "static inline int twice(int x) ;\nint f(point *p, int n) ;\n\n"
    )
