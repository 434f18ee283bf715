"""The formula of an instruction with values in place of registers: `8 + 4 * 2`.

The formulas are those of `forms/`, which tests execute against the emulator. Of a formula over
lanes, one lane is shown. Where a formula asks for more than registers and numbers, there is no text
and the sentence goes without.
"""

from __future__ import annotations

import re

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import explain
from compiler_core.host.forms.old_values import without_marks
from compiler_core.host.instruction import CONDITIONS, Register
from compiler_core.host.stepping.bit_text import (
    general_bits,
    in_hexadecimal,
    numbers_in_hexadecimal,
    reads_unsigned,
)
from compiler_core.host.stepping.flag_text import holds
from compiler_core.host.stepping.lane_typing import BYTEWISE, lane_use
from compiler_core.host.stepping.lanes import lanes_of, signed, value_text
from compiler_core.host.stepping.moment import StepMoment
from compiler_core.host.stepping.record import Value

_LONGEST = 72
_WORD_BITS = 32
_LANE_BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
_INTEGERS = ("integer", "int", "uint")
_LOOP = re.compile(
    r" for (?:i = 0…\d+|each lane i)(?: where (?P<where>p\d+)\.(?P<size>[bhsd])\[i\])?"
)
_ELSE = re.compile(r", else 0\b")
_NOTE = re.compile(r" \((?:signed|half|float|double|to |from |then |lower )[^)]*\)$")
_LANE = re.compile(r"\b(?P<name>[vz]\d+|p\d+)\.(?P<letter>[bhsdq])\[(?P<index>[^\]]*)\]")
_SCALAR = re.compile(r"\b(?P<kind>[bhsd])(?P<number>\d+)\b")
_GENERAL = re.compile(r"\b(?:[xw]\d+|sp|wsp)\b")
# Without a sign: of a distance the low bits count, and C's remainder of a negative number is
# negative; and `lsr` moves zeros in, where C's shift of a negative number moves ones in.
_UNSIGNED = re.compile(r"\b(?P<kind>[xw])\d+(?= % \d| >> )")
_INDEX = re.compile(r"(?:(?P<times>\d+)\*)?i(?: (?P<sign>[+-]) (?P<plus>\d+))?|(?P<plain>\d+)")
_VECTOR_WIDTH = re.compile(r"\bvector_bytes\b")
# A negative number needs no brackets alone, or as an argument.
_WHOLE = re.compile(r"^\((-[^()]+)\)$")
_BARE = re.compile(r"(\(|, )\((-[^()]+)\)(?=[,)])")
# What the machine adds to an address is bytes, and C reads `&a[8] + 4` as four elements.
_MOVED = re.compile(r"&[^&]+ [+-] [^&]+(?<!bytes)")
_NUMBER = re.compile(r"\(?-?[\d.]+(?:e[+-]\d+)?\)?")
_CHOICE = re.compile(r"(?P<test>[^?]+) \? (?P<then>[^?:]+) : (?P<other>[^?:]+)")
_NO_DIVISOR = re.compile(r"(?P<divisor>\w+) == 0")
# A cast changes no number that its type holds; of a sum it may, so there it stays.
_CAST = re.compile(
    r"\b(?:u?int(?:32|64)\((?P<value>\d{1,9})\)|int(?:32|64)\((?P<less>\(-\d+\)|-\d+)\))"
)
# A sum over all lanes shows them where they fit: `sum(1, 2, 3, 4)`.
_ACROSS = re.compile(r"(?<=[a-z]\()v(?P<number>\d+)\.(?P<count>\d+)(?P<letter>[bhsd])(?=\))")
_REST = re.compile(
    r"\bcount\(|[a-z_]*[a-z]\d*\.|\bmem\d|\bflags|\bcompare|\?|\blanes\b|\bv\d+\b|\bz\d+\b"
    r"|\bbfloat16\("
)


def arithmetic(moment: StepMoment) -> tuple[int | None, str]:
    """The lane shown (None for a scalar), and the right-hand side with values; empty text if the
    formula does not lend itself."""
    if moment.instruction.mnemonic == "fmov":  # the same bits under another type
        return None, ""
    formula = _NOTE.sub("", without_marks(explain(moment.instruction).formula))
    loop = _LOOP.search(formula)
    lane = _shown_lane(moment, loop) if loop is not None else None
    if loop is not None and lane is None:
        return None, ""
    body = _ELSE.sub("", _LOOP.sub("", formula)).split(";")[0]
    left, equals, right = body.partition(" = ")
    if not equals or left == "nzcv" or (loop is not None and "[i]" not in left):
        return lane, ""
    match = _LANE.fullmatch(left)
    if match is not None and match["index"].isdigit():
        lane = int(match["index"])
    right = _chosen(moment, right)
    text = _with_values(moment, right, lane)
    if in_hexadecimal(moment):
        text = numbers_in_hexadecimal(text, general_bits(moment.instruction))
    text = _bare(text)
    if text == right or len(text) > _LONGEST or (lane is not None and _NUMBER.fullmatch(text)):
        text = ""
    return lane, _in_bytes(text) if _MOVED.fullmatch(text) else text


def _in_bytes(text: str) -> str:
    """`&a[0] + 1 byte`."""
    return f"{text} byte" if text.endswith((" + 1", " - 1")) else f"{text} bytes"


def _chosen(moment: StepMoment, right: str) -> str:
    """The arm that was taken of a choice by flags or by a divisor; of a division by 0 none: what
    it gives follows from no arithmetic."""
    choice = _CHOICE.fullmatch(right)
    if choice is None:
        return right
    if choice["test"] in CONDITIONS:
        taken = holds(choice["test"], moment.before.general["nzcv"])
        return choice["then" if taken else "other"]
    zero = _NO_DIVISOR.fullmatch(choice["test"])
    if zero is None:
        return right
    return choice["other"] if moment.general(zero["divisor"]) else ""


def _shown_lane(moment: StepMoment, loop: re.Match[str]) -> int | None:
    """The first lane that takes part; None if none does."""
    if not loop["where"]:
        return 0
    element = {"b": 1, "h": 2, "s": 4, "d": 8}[loop["size"]]
    lanes = moment.predicate(loop["where"], element)
    return lanes.index(1) if 1 in lanes else None


def _with_values(moment: StepMoment, right: str, lane: int | None) -> str:
    try:
        text = _ACROSS.sub(lambda match: _across_text(moment, match), right)
        text = _LANE.sub(lambda match: _lane_text(moment, match, lane), text)
        text = _VECTOR_WIDTH.sub(str(moment.vector_bytes), text)
        text = _SCALAR.sub(lambda match: _scalar_text(moment, match), text)
        text = _UNSIGNED.sub(lambda match: _unsigned_text(moment, match), text)
        text = _GENERAL.sub(lambda match: _general_text(moment, match[0]), text)
    except (IndexError, ValueError, KeyError):
        return ""
    if lane is not None:
        text = re.sub(r"\bi\b", str(lane), text)
    return "" if _REST.search(text) else text


def _bare(text: str) -> str:
    """Without casts and brackets that change nothing. A negative number in hexadecimal is a large
    one to the reader, so there its cast stays."""
    text = _CAST.sub(lambda cast: cast["value"] or _bracketed(cast["less"].strip("()")), text)
    return _BARE.sub(r"\1\2", _WHOLE.sub(r"\1", text))


def _across_text(moment: StepMoment, match: re.Match[str]) -> str:
    lanes = moment.lanes(f"v{match['number']}", match["letter"])[: int(match["count"])]
    return ", ".join(value_text(_as_taken(moment, lane, match["letter"])) for lane in lanes)


def _lane_text(moment: StepMoment, match: re.Match[str], lane: int | None) -> str:
    index = _INDEX.fullmatch(match["index"])
    if index is None or (index["plain"] is None and lane is None):
        raise ValueError(match[0])
    number = int(index["plain"]) if index["plain"] else _index(index, lane or 0)
    if number < 0:
        raise IndexError(number)
    if match["name"].startswith("p"):
        size = {"b": 1, "h": 2, "s": 4, "d": 8}[match["letter"]]
        return str(moment.predicate(match["name"], size)[number])
    value = moment.lane(match["name"], match["letter"], number)
    if isinstance(value, float) and lane_use(moment.instruction).takes in _INTEGERS:
        content = moment.before.vectors[f"v{match['name'][1:]}"]
        value = lanes_of(content, f"int{_LANE_BITS[match['letter']]}")[number]
    return _bracketed(value_text(_as_taken(moment, value, match["letter"])))


def _as_taken(moment: StepMoment, value: Value, letter: str) -> Value:
    """A lane as the instruction takes it: `ushll` widens without a sign what was added with one,
    and so does `umov` into a wider register.

    The shifts of `ushl` and its kin are signed although the lanes are not.
    """
    instruction = moment.instruction
    if not isinstance(value, int) or instruction.mnemonic.endswith("shl"):
        return value
    bits = _LANE_BITS[letter]
    if instruction.mnemonic == "umov" and bits < _WORD_BITS:
        return value % (1 << bits)
    takes = lane_use(instruction).takes
    if takes == "uint" and instruction.mnemonic.startswith("u"):
        return value % (1 << bits)
    return signed(value % (1 << bits), bits) if takes == "int" else value


def _index(index: re.Match[str], lane: int) -> int:
    plus = int(index["plus"] or 0) * (-1 if index["sign"] == "-" else 1)
    return int(index["times"] or 1) * lane + plus


def _scalar_text(moment: StepMoment, match: re.Match[str]) -> str:
    value = moment.lanes(f"v{match['number']}", match["kind"])[0]
    if isinstance(value, float) and moment.instruction.mnemonic in BYTEWISE:
        raise ValueError(match[0])  # no operator of C takes the bits of a float
    return _bracketed(value_text(value))


def _unsigned_text(moment: StepMoment, match: re.Match[str]) -> str:
    value = moment.general(match[0])
    if value is None:
        raise ValueError(match[0])
    return str(value % (1 << (64 if match["kind"] == "x" else _WORD_BITS)))


def _general_text(moment: StepMoment, name: str) -> str:
    value = moment.general(name)
    if value is None:
        raise ValueError(name)
    wide = any(
        isinstance(register, Register) and register.kind in ("x", "sp")
        for register in moment.instruction.operands
    )
    if reads_unsigned(moment.instruction):
        return str(value % (1 << (32 if name.startswith("w") else 64)))
    if in_hexadecimal(moment):
        return _bracketed(str(value))
    reads = effects_of(moment.instruction).reads
    return _bracketed(moment.address_text(value) if wide and reads else str(value))


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("-") else text
