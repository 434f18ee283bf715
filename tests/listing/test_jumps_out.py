"""A jump to another function is a call that does not come back: in counts, words and claims."""

from __future__ import annotations

import pytest

from compiler_core.host.comparison.call_sentences import calls_of
from compiler_core.host.comparison.diff import compare
from compiler_core.host.comparison.values import values_of
from compiler_core.host.compile import compile_source
from compiler_core.host.jumps_out import stays
from compiler_core.source import source_file
from tests.diff.recorded import function_of

pytestmark = pytest.mark.usefixtures("emulator")

TAIL = "a tail call"


def _explained(*body: str, data: str = "") -> dict[str, str]:
    function = function_of(*body, data=data).functions[0]
    return {" ".join(line.text.split()): line.explanation for line in function.lines}


@pytest.mark.parametrize(
    ("body", "branches", "calls"),
    [
        (("b memmove",), 0, 1),
        (("b memmove@plt",), 0, 1),
        (("mov x16, x1", "br x16"), 0, 1),
        (("ldr x2, [x0]", "ldr x2, [x2, 8]", "br x2"), 0, 1),
        ((".L2:", "subs x0, x0, 1", "bne .L2", "b g"), 1, 1),
        (("b .L3", "nop", ".L3:", "ret"), 1, 0),
        (("cbz x0, .L3", "b f", ".L3:", "ret"), 2, 0),
        (("cbz x0, f.cold", "ret"), 1, 0),
        (("b f.cold",), 1, 0),
        (("b f",), 1, 0),
        (("cbz x0, g", "ret"), 1, 0),
        (("adr x1, .L3", "br x1", ".L3:", "ret"), 1, 0),
    ],
)
def test_jumps_out_count_as_calls(body: tuple[str, ...], branches: int, calls: int) -> None:
    """In the numbers and in what comparisons say of calls."""
    function = function_of(*body).functions[0]
    assert (function.metrics["branches"], function.metrics["calls"]) == (branches, calls)
    assert calls_of(function).total() == calls


@pytest.mark.parametrize(("jump", "leaves"), [("b f", False), ("b f.cold", False), ("b g", True)])
def test_arguments_stand_ready_where_a_jump_leaves(jump: str, leaves: bool) -> None:
    function = function_of("add x0, x0, 1", jump).functions[0]
    assert bool(values_of(function, {}, {}).boundaries) == leaves


def test_the_cold_part_of_a_function_is_its_own_in_cpp_too() -> None:
    assert stays("f(int) [clone .cold]", ())
    assert not stays("f(int)", ())


@pytest.mark.parametrize(
    "jump", ["b memmove", "b memmove@plt", "cbz x0, g", "cbnz w0, g", "b.eq g", "tbz x0, 3, g"]
)
def test_a_jump_out_is_told_as_a_tail_call(jump: str) -> None:
    sentence = _explained(jump, "ret")[jump]
    assert TAIL in sentence
    assert "returns to this function's caller" in sentence


@pytest.mark.parametrize("jump", ["b .L3", "b f", "cbz x0, .L3", "tbnz x0, 3, f", "cbz x0, f.cold"])
def test_a_jump_inside_is_none(jump: str) -> None:
    assert TAIL not in _explained(jump, "nop", ".L3:", "ret")[jump]


def test_a_jump_by_a_register_is_told_as_what_it_is() -> None:
    assert TAIL in _explained("mov x16, x1", "br x16")["br x16"]
    cases = ("adrp x1, .L9", "ldr x1, [x1, x0, lsl 3]", "br x1", ".L3:", "ret", ".L4:", "ret")
    table = _explained(*cases, data=".L9:\n\t.xword .L3\n\t.xword .L4\n")["br x1"]
    assert "jump table lists" in table
    assert "call" not in table
    taken = _explained("adr x1, .L3", "br x1", ".L3:", "ret")["br x1"]
    assert "a jump table, or a call" in taken


def test_names_as_written_in_cpp_are_called_too() -> None:
    text = (
        "int g(int, float);\nint f(int x) { return g(x + 1, 2); }\n"
        "int h(int x, int (*p)(int)) { return p(x) + g(x, 1); }\n"
        "int k(int x, int (*p)(int)) { return p(x + 1); }\n"
    )
    source = source_file(text, "c++")
    left, right = (compile_source((source,), "gcc", flags) for flags in ("-O1", "-O2"))
    for side in (left, right):
        calls = [dict(calls_of(function)) for function in side.functions]
        pointer = "a function pointer"
        assert calls == [{"g(int, float)": 1}, {pointer: 1, "g(int, float)": 1}, {pointer: 1}]
        assert [function.metrics["calls"] for function in side.functions] == [1, 2, 1]
    comparison = compare(left, right)
    assert comparison.metrics["left"]["calls"] == comparison.metrics["right"]["calls"] == 4
    assert not [sentence for sentence in comparison.summary if "call of" in sentence]
