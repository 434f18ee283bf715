"""The story credits the pass that did it, and says what became of a whole loop."""

from __future__ import annotations

import pytest

from compiler_core.host.passes.changes import changes_of
from compiler_core.host.passes.timeline import Timeline, pass_timeline
from compiler_core.source import SourceFile

HEAD = "int f(int *restrict y, const int *restrict x, int *restrict z, int n, int a)"
BODIES = {
    "dead accumulation": "int s = 0; for (int i = 0; i < n; i++) { s += x[i]; y[i] = i; }"
    " return a;",
    "dead product": "int p = 1; for (int i = 0; i < n; i++) { p *= x[i]; y[i] = a; } return n;",
    "dead loop": "int s = 0; for (int i = 0; i < n; i++) s += x[i]; return a;",
    "repeated product": "for (int i = 0; i < n; i++) y[i] = (a * n + x[i]) * (a * n - x[i]);"
    " return 0;",
    "repeated load": "for (int i = 0; i < n; i++) y[i] = x[i] * x[i] + x[i]; return 0;",
    "sum of constants": "int s = a; for (int i = 0; i < n; i++) s += 3; return s;",
    "count of rounds": "int s = 0; for (int i = 0; i < n; i++) s++; return s * a;",
    "copy": "for (int i = 0; i < n; i++) y[i] = x[i]; return 0;",
    "shift": "for (int i = 0; i < n; i++) y[i] = y[i + 1]; return 0;",
    "fill": "for (int i = 0; i < n; i++) y[i] = 0; return 0;",
    "fill and copy": "for (int i = 0; i < n; i++) z[i] = 0;"
    " for (int i = 0; i < n; i++) y[i] = x[i]; return 0;",
}


def timeline(name: str, compiler: str) -> Timeline:
    source = SourceFile("loop.c", f"{HEAD} {{\n    {BODIES[name]}\n}}\n")
    return pass_timeline(source, compiler, "-O3", "f")


def told(name: str, compiler: str, pass_name: str) -> str:
    """All that the story says of passes of this name."""
    story = timeline(name, compiler).story
    return " ".join(step.sentence for step in story if pass_name in step.pass_name)


@pytest.mark.parametrize("name", ["dead accumulation", "dead product", "dead loop"])
def test_dead_work_is_credited_to_the_pass_that_removed_it(name: str) -> None:
    assert told(name, "gcc", "cddce1")
    assert not told(name, "gcc", "loopdone")


@pytest.mark.parametrize("name", ["repeated product", "repeated load"])
def test_a_repeated_expression_of_the_source_is_credited_to_the_first_pass(name: str) -> None:
    assert told(name, "gcc", "fre1")
    assert not told(name, "gcc", "fre4")
    assert told(name, "clang", "EarlyCSEPass")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_every_credited_step_differs_from_the_step_before_it(compiler: str) -> None:
    for name in BODIES:
        found = timeline(name, compiler)
        for step in found.story:
            delta = found.steps[step.number].delta
            assert delta is not None, (name, step)
            assert delta.changed, (name, step)


@pytest.mark.parametrize("name", ["sum of constants", "count of rounds"])
@pytest.mark.parametrize(
    ("compiler", "formula", "removal"),
    [("gcc", "sccp", "cddce"), ("clang", "IndVarSimplifyPass", "LoopDeletionPass")],
)
def test_a_loop_that_became_a_formula_is_told(
    name: str, compiler: str, formula: str, removal: str
) -> None:
    assert "by a formula" in told(name, compiler, formula)
    assert "the formula gives its result" in told(name, compiler, removal)


@pytest.mark.parametrize(("compiler", "removal"), [("gcc", "cddce1"), ("clang", "LoopDeletion")])
def test_a_loop_that_nobody_needs_is_told(compiler: str, removal: str) -> None:
    assert "The loop is gone" in told("dead loop", compiler, removal)
    assert "nothing that it computes is needed" in told("dead loop", compiler, removal)


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("copy", {"memcpy"}),
        ("shift", {"memmove"}),
        ("fill", {"memset"}),
        ("fill and copy", {"memcpy", "memset"}),
    ],
)
@pytest.mark.parametrize(("compiler", "pass_name"), [("gcc", "ldist"), ("clang", "LoopIdiom")])
def test_each_library_call_has_its_own_name(
    name: str, calls: set[str], compiler: str, pass_name: str
) -> None:
    sentence = told(name, compiler, pass_name)
    assert {call for call in ("memcpy", "memmove", "memset") if call in sentence} == calls


WORDS = (
    "int f(const char *s) {\n    int words = 0, inside = 0;\n    while (*s) {\n"
    "        if (*s == 32) inside = 0; else if (!inside) { inside = 1; words++; }\n"
    "        s++;\n    }\n    return words;\n}\n"
)


def test_a_copy_made_for_vectors_that_never_came_is_told_to_go() -> None:
    found = pass_timeline(SourceFile("loop.c", WORDS), "gcc", "-O3", "f")
    told = {step.pass_name: step.sentence for step in found.story}
    assert "got a copy" in told["ifcvt"]
    assert "gone again: no vectors came of it" in told["vect"]
    assert "loopdone" not in told, "empty blocks and joins with one way in are no dead values"
    (vect,) = [step for step in found.steps if step.dump.pass_name == "vect"]
    assert not any("several rounds in one" in change.reason for change in changes_of(vect))
