"""Symbols may be called like anything; tables of addresses, hints and sums are told as such."""

from __future__ import annotations

import pytest

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import ExplanationContext, explain
from compiler_core.host.forms.conditions import is_met
from compiler_core.host.instruction import (
    CONDITIONS,
    EXTENDS,
    PATTERNS,
    SHIFTS,
    parse_instruction,
)

WORDS = (
    *CONDITIONS,
    *EXTENDS,
    *PATTERNS,
    *SHIFTS,
    "c",
    "j",
    "jc",
    "sy",
    "ld",
    "st",
    "mul",
    "vl",
    "x0",
    "w1",
    "v2",
    "z3",
    "p4",
    "q5",
    "d6",
    "s7",
    "sp",
    "xzr",
    "lr",
    "fp",
    "nzcv",
    "pldl1keep",
)
PLACES = (
    "bl {}", "b {}", "b.ne {}", "bne {}", "cbz x9, {}", "tbnz w9, 3, {}", "adrp x9, {}",
    "adrp x9, :got:{}", "adr x9, {}", "add x9, x9, :lo12:{}", "add x9, x9, :lo12:{}+8",
    "ldr w9, [x9, :lo12:{}]", "ldr x9, [x9, :got_lo12:{}]", "ldr x9, {}", "str w9, [x9, :lo12:{}]",
    "ldr x9, [x9, #:gottprel_lo12:{}]", "prfm pldl1keep, {}",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_symbol_called_like_a_keyword_is_explained_like_any_other(place: str) -> None:
    neutral = explain(parse_instruction(place.format("neutral")))
    assert neutral.specific
    for word in WORDS:
        found = explain(parse_instruction(place.format(word)))
        assert found.sentence == neutral.sentence.replace("neutral", word)
        assert found.formula == neutral.formula.replace("neutral", word)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ldr x1, [x1, :got_lo12:g]", "Load the address of g into x1"),
        ("ldr x1, [x1, #:gotpage_lo15:g]", "Load the address of g into x1"),
        ("ldr x2, [x2, #:gottprel_lo12:t]", "the offset of the thread's own t"),
        ("ldr x2, [x0, #:tlsdesc_lo12:t]", "the function that finds the thread's own t"),
        ("ldr w1, [x1, #:lo12:g]", "Load 4 bytes from the variable g"),
        ("add x0, x0, :tlsgd_lo12:t", "the thread index of t"),
    ],
)
def test_a_relocation_says_what_is_loaded(line: str, words: str) -> None:
    assert words in explain(parse_instruction(line)).sentence


@pytest.mark.parametrize(
    ("hint", "name"),
    [("hint 25", "paciasp"), ("hint #29", "autiasp"), ("hint 34", "bti c"), ("hint 36", "bti j"),
     ("hint 0", "nop")],
)  # fmt: skip
def test_a_hint_with_a_name_is_explained_by_it(hint: str, name: str) -> None:
    assert explain(parse_instruction(hint)) == explain(parse_instruction(name))
    assert explain(parse_instruction(hint)).specific


@pytest.mark.parametrize("setter", ["cmn w0, w1", "adds w2, w0, w1", "adcs w2, w0, w1"])
@pytest.mark.parametrize("condition", ["hs", "lo", "hi", "ls", "ge", "lt", "gt", "le"])
def test_after_an_addition_the_condition_speaks_of_the_sum(setter: str, condition: str) -> None:
    assert "sum" in words_after(setter, condition)


@pytest.mark.parametrize(
    "setter",
    ["cmp w0, w1", "cmn w0, w1", "adds w2, w0, w1", "adcs w2, w0, w1", "subs w2, w0, w1",
     "sbcs w2, w0, w1", "sbcs xzr, x0, x1", "negs w2, w1", "tst w0, 12", "ands w2, w0, w1",
     "bics w2, w0, w1", "fcmp s0, s1", "fcmp s0, 0.0", "ccmp w0, w1, 4, ne", "ccmn w0, 3, 2, lt",
     "fccmp s0, s1, 8, hi"],
)  # fmt: skip
@pytest.mark.parametrize("condition", [*CONDITIONS[:16]])
def test_every_condition_comes_from_what_set_the_flags(setter: str, condition: str) -> None:
    """The words for flags of unknown origin name both integers and floats."""
    words = words_after(setter, condition)
    assert "the first value" not in words
    assert "floats" not in words
    assert "compared values" not in words


@pytest.mark.parametrize("number", range(16))
def test_a_guarded_comparison_says_what_its_number_means(number: int) -> None:
    for condition in CONDITIONS[:16]:
        words = words_after(f"ccmp w0, w1, {number}, ne", condition)
        assert words.endswith("or ne did not hold before") == is_met(condition, number)


def words_after(setter: str, condition: str) -> str:
    """The condition's words in the sentence of a `cset`."""
    context = ExplanationContext(flags=parse_instruction(setter))
    sentence = explain(parse_instruction(f"cset w9, {condition}"), context).sentence
    return sentence.removeprefix("Set w9 to 1 if ").removesuffix(", otherwise to 0.")


@pytest.mark.parametrize(
    ("line", "said"),
    [("ldr d0, [x1, :lo12:c+16]", "16 bytes after the start of c"),
     ("str w0, [x1, #:lo12:c-1]", "1 byte before the start of c"),
     ("cpyfp [x0]!, [x1]!, x2!", "the first of three instructions that together copy x2 bytes"),
     ("cpye [x0]!, [x1]!, x2!", "right also where the two overlap"),
     ("setgm [x0]!, x1!, x2", "and tag the memory"),
     ("irg sp, sp, x2", "a random tag"), ("st2g x0, [x1], #32", "then advance x1 by 32"),
     ("ldraa x0, [x1, #8]!", "Check the signature of the address in x1"),
     ("eretaa", "Check the signature"), ("crc32cb w0, w1, w2", "CRC-32C"),
     ("ldapursb x0, [x1]", "(acquire)"), ("stlurh w0, [x1, #4]", "(release)"),
     ("ldtrsw x0, [x1]", "rights of a user's program"), ("sb", "Speculation barrier"),
     ("dc zva, x0", "with zeros"), ("dc civac, x0", "write back and drop the line"),
     ("ic ivau, x0", "drop the line at address x0"), ("ic iallu", "drop all"),
     ("uqdecp w0, p1.b", "without passing below 0")],
)  # fmt: skip
def test_rare_instructions_are_explained(line: str, said: str) -> None:
    found = explain(parse_instruction(line))
    assert found.specific
    assert said in found.sentence


def test_the_count_of_a_copy_is_no_offset_of_an_address() -> None:
    effects = effects_of(parse_instruction("cpyfp [x0]!, [x1]!, x2!"))
    assert set(effects.reads) == set(effects.writes) == {"x0", "x1", "x2"}
