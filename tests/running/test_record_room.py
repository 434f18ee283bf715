"""Generated values that do not fit an array inside a structure are the generator's fault."""

from __future__ import annotations

import re

import pytest

from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.refusal import without_options
from compiler_core.source import SourceFile

BODY = "{ for (int i = 0; i < COUNT; i++) b->a[i] = b->a[i] + 1; }"
CASES = {
    "own bound": ("struct s { int n; float a[16]; };", "struct s *b", "b->n", "b.n", 16),
    "bound beside": ("struct s { float a[16]; };", "struct s *b, int n", "n", "n", 16),
    "macro": ("#define M 32\nstruct s { long n; int a[M]; };", "struct s *b", "b->n", "b.n", 32),
    "typedef": ("typedef struct { int n; char a[8 * 2]; } s;", "s *b", "b->n", "b.n", 16),
}


def _count(name: str, values: str = "") -> tuple[str, tuple[str, ...]]:
    declared, parameters, bound, _, _ = CASES[name]
    text = f"{declared}\nvoid f({parameters}) {BODY.replace('COUNT', bound)}\n"
    experiment = experiment_of(settings=(values,) if values else ())
    found = count_source((SourceFile("f.c", text),), "gcc", "-O2", experiment)
    return found.message, found.notes


@pytest.mark.parametrize("name", CASES)
def test_the_input_is_blamed_and_what_to_set_is_named(name: str) -> None:
    *_, path, room = CASES[name]
    message, notes = _count(name)
    said = " ".join((message, *notes))
    assert "The generated input does not fit" in said
    assert f"Set {path} to {room} or less (--set {path}={room})" in said
    assert "error in the function" not in said
    assert "--set" not in without_options(said)
    assert f"Set {path} to {room} or less." in without_options(said)


@pytest.mark.parametrize("name", CASES)
def test_what_fits_is_not_blamed(name: str) -> None:
    *_, path, room = CASES[name]
    message, notes = _count(name, f"{path}={room}")
    assert "does not fit" not in " ".join((message, *notes))


LESS = {
    "last element": (
        "struct s { int last; int a[32]; };\n"
        "int f(const struct s *b) { int t = 0; for (int i = 0; i <= b->last; i++) t += b->a[i]; "
        "return t; }"
    ),
    "two bounds": (
        "struct s { int rows, columns; float a[8][8]; };\n"
        "float f(const struct s *b) { float t = 0; for (int i = 0; i < b->rows; i++) "
        "for (int j = 0; j < b->columns; j++) t += b->a[i][j]; return t; }"
    ),
    "twice the bound": (
        "struct s { int n; float a[48]; };\n"
        "void f(struct s *b) { for (int i = 0; i < 2 * b->n; i++) b->a[i] += 1; }"
    ),
    "one of two": (
        "struct s { float a[64]; };\n"
        "void f(struct s *b, float *c, int n, int m) { for (int i = 0; i < n; i++) b->a[i] += 1; "
        "for (int j = 0; j < m; j++) c[j] = 0; }"
    ),
}


def _said(text: str, settings: tuple[str, ...] = (), n: int | None = None) -> str:
    experiment = experiment_of(n=n, settings=settings)
    found = count_source((SourceFile("f.c", text),), "gcc", "-O2", experiment)
    return " ".join((found.message, *found.notes))


@pytest.mark.parametrize("name", LESS)
def test_what_is_said_to_fit_does(name: str) -> None:
    said = _said(LESS[name])
    options = re.search(r"\(((?:--set \S+ ?)+)\)", said)
    assert options is not None
    most = max(int(value) for value in re.findall(r"=(\d+)", options[1]))
    assert "does not fit" not in _said(LESS[name], n=most)
    assert "does not fit" in _said(LESS[name], n=most + 1)
    settings = tuple(options[1].replace("--set", "").split())
    assert "wrote beside" not in _said(LESS[name], settings)


def test_each_dimension_has_its_bound() -> None:
    """A row that is short enough does not make the columns fit."""
    text = LESS["two bounds"]
    said = _said(text)
    assert "element [255][255] of b.a" in said or "[1,023][1,023]" in said
    assert "Set b.rows to 8 or less and b.columns to 8 or less" in said
    half = _said(text, ("b.rows=8",))
    assert "Set b.columns to 8 or less (--set b.columns=8)" in half
    assert "b.rows" not in half
    assert "does not fit" not in _said(text, ("b.rows=8", "b.columns=8"))


def test_rows_may_be_gone_through_as_one() -> None:
    text = (
        "struct s { float a[4][16]; };\nvoid f(struct s *b, int n) "
        "{ for (int i = 0; i < n; i++) b->a[0][i] += 1; }"
    )
    assert "does not fit" not in _said(text, n=64)
    assert "does not fit" in _said(text, n=65)


def test_a_bound_that_has_nothing_to_do_with_it_is_not_blamed() -> None:
    said = _said(LESS["one of two"])
    assert "Set n to 64 or less (--set n=64)" in said
    assert "m = " not in said
    assert "generated" not in _said(LESS["one of two"], ("n=65",))


def test_a_stack_that_the_input_fills_is_the_inputs_fault() -> None:
    text = (
        "struct s { int top; int a[16]; };\n"
        "void f(struct s *b, int n) { for (int i = 0; i < n; i++) b->a[b->top++] = i; }"
    )
    said = _said(text)
    assert "The generated input does not fit: b.a has room for 16" in said
    assert "Set b.top, n to values" in said
    assert "error in the function" not in said
    assert "wrote beside" not in _said(text, ("b.top=0", "n=16"))


CIRCLES = {
    "links apart": (
        "struct h { int key[256], next[256], heads[16]; };\n"
        "int f(const struct h *t, int k) { for (int i = t->heads[k & 15]; i != -1; i = t->next[i]) "
        "if (t->key[i] == k) return i; return -1; }"
    ),
    "links of elements": (
        "struct e { int key, next; };\n"
        "int f(const struct e *t, int k) { int i = 0; while (i != -1) { "
        "if (t[i].key == k) return i; i = t[i].next & 63; } return -1; }"
    ),
}


@pytest.mark.parametrize("name", CIRCLES)
def test_links_that_lead_in_a_circle_are_the_inputs_fault(name: str) -> None:
    said = _said(CIRCLES[name])
    assert "t.next were generated one by one" in said
    assert "lead round in a circle" in said


def test_an_endless_loop_without_links_is_not_blamed_on_the_input() -> None:
    text = "int f(int n) { volatile int x = 0; while (n > 0) { x++; n = n + 0; } return x; }"
    assert "generated" not in _said(text)
