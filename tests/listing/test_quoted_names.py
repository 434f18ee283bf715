"""Names that assembly has to quote are names like others: called, loaded from, defined."""

from __future__ import annotations

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.explain import explain
from compiler_core.host.instruction import Symbol, parse_instruction
from compiler_core.host.operand_text import split_operands
from compiler_core.source import SourceFile

NAMES = ("a b", "operator new", "x(y)[z]", "f,g", "{h", "i//j", "k;l", "x0", "eq", "m:", "n#1")
FORMS = (
    "bl {}", "b {}", "b.ne {}", "cbz x0, {}", "tbz w1, #3, {}", "adr x0, {}", "adrp x1, {}",
    "adrp x1, :got:{}", "add x0, x0, :lo12:{}", "ldr w0, [x8, :lo12:{}]",
    "ldr x8, [x8, :got_lo12:{}]", "str q0, [x8, :lo12:{}+16]",
)  # fmt: skip
SOURCE = """extern void outside(void) __asm__("{0}");
int own(int i) __asm__("own {0}");
__attribute__((noinline)) int own(int i) {{ outside(); return i * 3; }}
int user(int i) {{ outside(); return own(i) + 1; }}
"""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", FORMS)
def test_a_quoted_name_is_explained_as_a_plain_one(form: str, name: str) -> None:
    quoted = explain(parse_instruction(form.format(f'"{name}"')))
    plain = explain(parse_instruction(form.format("plain_name")))
    assert quoted.sentence == plain.sentence.replace("plain_name", name)
    assert "has no explanation" not in quoted.sentence


@pytest.mark.parametrize("text", ['bl "a', 'bl "a, b', 'bl "a\\', 'bl ""', 'bl "', 'b "a" b'])
def test_what_is_no_name_stays_without_one(text: str) -> None:
    assert not any(isinstance(operand, Symbol) for operand in parse_instruction(text).operands)


def test_commas_in_quotes_separate_nothing() -> None:
    assert split_operands('x0, "a, \\"b, c", [x1, "d,e"]') == ["x0", '"a, \\"b, c"', '[x1, "d,e"]']


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("name", ["a b", "x(y)[z]", "f,g", "k;l", "i//j"])
def test_clangs_functions_and_calls_of_such_names(name: str) -> None:
    source = SourceFile("loop.c", SOURCE.format(name))
    functions = compile_source([source], "clang", "-O1").functions
    assert [function.symbol for function in functions] == [f"own {name}", "user"]
    told = [line.explanation for function in functions for line in function.lines]
    assert sum(text.startswith(f"Call {name}:") for text in told) == 2
    calls = [text for text in told if text.startswith(f"Call own {name}") or "own" in text]
    assert len(calls) == 2, told
    assert not any("has no explanation" in text for text in told)
