"""Operand classes: what a form's pattern says about one operand.

`code_of` gives each operand one short code; a class is a set of codes. Codes: `w x wzr xzr wsp sp`;
`b h s d q` (scalars); `v.4s` (NEON), `v.s[]` (one lane); `z`, `z.s`, `z.s[]` (SVE); `p`, `p.s`,
`p/m`, `p/z`; `x<lsl` and `w<sxtw` (shifted, extended); `i`, `fi`, `i<lsl` (numbers); `m`, `m!`,
`m+` (address plain, pre-index, post-index), `mz` (vector of offsets), `zm` (vector of bases);
`{v}`, `{v}[]`, `{z}` (register lists); `label`, `reloc` (symbols); `cond`, `key` (words); `mul`
(multiplier); `?` (unknown).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiler_core.host.instruction import (
    CONDITIONS,
    EXTENDS,
    Immediate,
    Instruction,
    Keyword,
    Memory,
    Modifier,
    Operand,
    Other,
    Register,
    RegisterList,
    Symbol,
)

NEON = tuple(f"v.{name}" for name in ("8b", "16b", "2h", "4h", "8h", "2s", "4s", "1d", "2d", "1q"))
LANES = ("v.b[]", "v.h[]", "v.s[]", "v.d[]", "v.4b[]", "v.2h[]")
SVE = ("z.b", "z.h", "z.s", "z.d", "z.q")
_CONDITIONS = frozenset(CONDITIONS)
_SHIFTS = ("lsl", "lsr", "asr", "ror")
_ZEROS_W = ("w", "wzr")
_ZEROS_X = ("x", "xzr")
_SCALARS = ("b", "h", "s", "d")


def _suffixed(kinds: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{kind}<{name}" for kind in kinds for name in names)


CLASSES: dict[str, frozenset[str]] = {
    name: frozenset(codes)
    for name, codes in {
        "w": _ZEROS_W,
        "x": _ZEROS_X,
        "r": (*_ZEROS_W, *_ZEROS_X),
        "zr": ("wzr", "xzr"),
        "sp": ("sp", "wsp"),
        "R": ("w", "x", "sp", "wsp", "wzr", "xzr"),
        "X": ("x", "sp"),
        "r<": _suffixed((*_ZEROS_W, *_ZEROS_X), _SHIFTS),
        "r~": _suffixed((*_ZEROS_W, *_ZEROS_X, "wsp", "sp"), EXTENDS),
        "b": ("b",),
        "h": ("h",),
        "s": ("s",),
        "d": ("d",),
        "q": ("q",),
        "f": ("h", "s", "d"),
        "e": _SCALARS,
        "F": (*_SCALARS, "q"),
        "v": NEON,
        "V": (*NEON, *_SCALARS),
        "v[]": LANES,
        "z": SVE,
        "zz": ("z",),
        "Z": ("z", *SVE),
        "z[]": tuple(f"{name}[]" for name in SVE),
        "p": ("p", "p.b", "p.h", "p.s", "p.d"),
        "pm": ("p/m",),
        "pz": ("p/z",),
        "pg": ("p", "p/m", "p/z"),
        "i": ("i",),
        "fi": ("fi",),
        "n": ("i", "fi"),
        "i<": ("i", "i<lsl", "i<msl"),
        "m": ("m", "m!", "m+"),
        "m.": ("m",),
        "mz": ("mz",),
        "zm": ("zm",),
        "{v}": ("{v}",),
        "{v}[]": ("{v}[]",),
        "{z}": ("{z}",),
        "zl": ("{z}", *SVE),
        "{z}[]": ("{z}[]",),
        "label": ("label",),
        "reloc": ("reloc", "reloc<lsl"),
        "cond": ("cond",),
        "key": ("key", "cond"),
        "mul": ("mul",),
    }.items()
}


@dataclass(frozen=True, slots=True)
class Shifted:
    """An operand and the shift or extension written after it."""

    operand: Operand
    modifier: Modifier


FoldedOperand = Operand | Shifted


def fold_modifiers(instruction: Instruction) -> list[FoldedOperand]:
    """Operands with each shift or extension joined to the operand it changes."""
    operands = instruction.operands
    if not any(type(operand) is Modifier for operand in operands):
        return list(operands)
    folded: list[FoldedOperand] = []
    for operand in instruction.operands:
        if isinstance(operand, Modifier) and operand.name != "mul" and folded:
            last = folded[-1]
            folded[-1] = operand if isinstance(last, Shifted) else Shifted(last, operand)
        else:
            folded.append(operand)
    return folded


def code_of(operand: FoldedOperand) -> str:
    """The short code of one operand; `?` if no class can hold it."""
    return _CODES[type(operand)](operand)


def _register_code(register: Register) -> str:
    kind = "p" if register.kind == "pn" else register.kind
    if kind == "p" and register.qualifier:
        return f"p/{register.qualifier}"
    name = f"{kind}.{register.arrangement}" if register.arrangement else kind
    return name if register.lane is None else f"{name}[]"


def _memory_code(memory: Memory) -> str:
    if memory.base.kind == "z":
        return "zm"
    if isinstance(memory.offset, Register) and memory.offset.kind == "z":
        return "mz"
    return {"offset": "m", "pre": "m!", "post": "m+"}[memory.mode]


def _list_code(operand: RegisterList) -> str:
    kind = operand.registers[0].kind
    return "{" + kind + ("}" if operand.lane is None else "}[]")


_CODES: dict[type, Callable[[Any], str]] = {
    Register: _register_code,
    Shifted: lambda operand: f"{code_of(operand.operand)}<{operand.modifier.name}",
    Memory: _memory_code,
    Immediate: lambda operand: "i" if isinstance(operand.value, int) else "fi",
    RegisterList: _list_code,
    Symbol: lambda operand: "reloc" if operand.relocation else "label",
    Keyword: lambda operand: "cond" if operand.name in _CONDITIONS else "key",
    Modifier: lambda operand: "mul" if operand.name == "mul" else "?",
    Other: lambda operand: "?",
}
