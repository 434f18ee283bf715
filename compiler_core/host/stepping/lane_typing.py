"""What the lanes of a vector register are at each step: floats or integers, and how wide.

A register has no type; instructions do. `fadd v1.4s` says floats of 32 bits, an array of `uint8_t`
says what a load from it brings, a copy takes the type along. Where the instruction that writes a
register leaves it open (`movi`, `dup` from a general register, a load from the stack), the next
instruction of the recording that reads it decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.explain import explain
from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList
from compiler_core.host.stepping.lanes import FLOAT_OF_BITS, lane_bytes

_FLOAT = "float"
# Floats of 32 bits made of numbers of 16 that are no halves: those are shown as their bits.
_BFLOAT16 = "bfloat16"
_OPEN = ""
_LOOK_AHEAD = 500
_MARKER = re.compile(
    r"\((?:(?P<both>half|float|double)|to (?P<to>half|float|double)|from (?P<of>half|float|double)|"
    r"(?P<source>half|float|double) to (?P<target>half|float|double))\b[^)]*\)$"
)
_COPIES = (
    "mov", "movi", "mvni", "movprfx", "dup", "ins", "umov", "smov", "fmov", "ext", "zip", "uzp",
    "trn", "rev", "tbl", "tbx", "sel", "splice", "compact", "insr", "last", "clast", "fcsel",
    "and", "orr", "eor", "bic", "orn", "bsl", "bit", "bif", "not", "mvn", "fdup", "cpy",
)  # fmt: skip
# Of these, an arrangement of bytes says nothing of the lanes: it stands for the whole register.
BYTEWISE = ("mov", "and", "orr", "eor", "bic", "orn", "bsl", "bit", "bif", "not", "mvn", "ext",
            "tbl", "tbx")  # fmt: skip
_MASKS = ("cmeq", "cmge", "cmgt", "cmhi", "cmhs", "cmle", "cmlt", "cmtst")
_UNSIGNED = ("cmhi", "cmhs", "cmphi", "cmphs", "cmplo", "cmpls")
_VECTOR_KINDS = ("b", "h", "s", "d", "q", "v", "z")


@dataclass(frozen=True, slots=True)
class LaneUse:
    """What an instruction takes and gives: `float`, `int`, `uint`, `integer` (of either sign), or
    nothing where it leaves that open."""

    takes: str
    gives: str


@dataclass(frozen=True, slots=True)
class TypedStep:
    """A step as far as types need it: its instruction and the effects of that, and the element type
    of the array it touches, empty if none."""

    instruction: Instruction
    effects: Effects
    element: str = ""


@dataclass(slots=True)
class LaneTyping:
    """The lane types by canonical vector register as one goes through the steps."""

    steps: Sequence[TypedStep]
    usual: str
    known: dict[str, str] = field(default_factory=dict)

    def type_of(self, register: str, index: int) -> str:
        """The type of a register's lanes before step `index`."""
        if register not in self.known:
            self.known[register] = self._decided_ahead(register, index) or self.usual
        return self.known[register]

    def write(self, index: int) -> None:
        """Take note of what step `index` writes."""
        step = self.steps[index]
        sources = {name: self.type_of(name, index) for name in _read_vectors(step.instruction)}
        for register in written_vectors(step.instruction):
            self.known[register.canonical] = self._written(register, index, sources)

    def _written(self, register: Register, index: int, sources: Mapping[str, str]) -> str:
        step = self.steps[index]
        use = lane_use(step.instruction)
        bits = element_bits(register, step.instruction)
        if use.gives:
            return _named(use.gives, bits, sources.values()) or self.usual
        if step.element and _fits(step.element, bits):
            return step.element
        if not effects_of(step.instruction).memory:
            taken = _inherited(sources.values(), bits)
            if taken:
                return taken
        ahead = self._decided_ahead(register.canonical, index + 1)
        return ahead or _usual_for(register, bits, self.usual)

    def _decided_ahead(self, register: str, index: int) -> str:
        """The type the next reader of this register has for it; empty if none says."""
        for step in self.steps[index : index + _LOOK_AHEAD]:
            effects = step.effects
            if register in effects.reads:
                lane_type = _taken_as(step, register)
                if lane_type:
                    return lane_type
            if register in effects.writes:
                return ""
        return ""


@lru_cache(maxsize=4096)
def lane_use(instruction: Instruction) -> LaneUse:
    """From the note at the end of its formula, else from its name."""
    if effects_of(instruction).memory or effects_of(instruction).branch:
        return LaneUse(_OPEN, _OPEN)
    formula = explain(instruction).formula
    if _BFLOAT16 in formula:
        return LaneUse(_BFLOAT16, _BFLOAT16)
    marker = _MARKER.search(formula)
    if marker is not None:
        return _marked(marker, formula)
    name = instruction.mnemonic
    if name.startswith(_COPIES) and not name.startswith(("movs", "last1")):
        return LaneUse(_OPEN, _OPEN)
    unsigned = name in _UNSIGNED or (name[0] == "u" and name != "usdot")
    if name in _MASKS:
        return LaneUse("uint" if unsigned else "integer", "int")
    kind = "uint" if unsigned else "int" if name[0] == "s" and name != "sub" else "integer"
    return LaneUse(kind, kind)


@lru_cache(maxsize=4096)
def written_vectors(instruction: Instruction) -> tuple[Register, ...]:
    """The vector registers an instruction writes, as its operands name them."""
    writes = effects_of(instruction).writes
    vectors = (operand for operand in _vector_operands(instruction) if operand.canonical in writes)
    return tuple({vector.canonical: vector for vector in reversed(list(vectors))}.values())


def element_bits(register: Register, instruction: Instruction) -> int:
    """Bits of a lane as the operand says; 0 where it says none (`q0`, `z0`, a `d0` that is
    loaded or stored) or means all bits."""
    if register.kind == "q" or (register.kind == "d" and effects_of(instruction).memory):
        return 0
    if register.arrangement in ("16b", "8b") and instruction.mnemonic in BYTEWISE:
        return 0
    if register.kind == "z":
        return register.element_bits if register.arrangement else 0
    return register.element_bits


def usual_type(instructions: Sequence[Instruction]) -> str:
    """The lane type most arithmetic of these instructions has; `int32` without any."""
    counts: dict[str, int] = {}
    for instruction in instructions:
        use = lane_use(instruction)
        for register in written_vectors(instruction):
            name = _named(use.gives, element_bits(register, instruction), ()) if use.gives else ""
            if name:
                counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name], default="int32")


def _marked(marker: re.Match[str], formula: str) -> LaneUse:
    if marker["both"] or marker["source"]:
        return LaneUse(_FLOAT, _FLOAT)
    integer = "uint" if "uint" in formula else "int"
    return LaneUse(integer, _FLOAT) if marker["to"] else LaneUse(_FLOAT, integer)


def _named(kind: str, bits: int, sources: Collection[str]) -> str:
    """The type of lanes of this kind and width; empty if there is none."""
    if kind == _BFLOAT16 and bits == 16:
        return "uint16"
    if kind in (_FLOAT, _BFLOAT16):
        return FLOAT_OF_BITS.get(bits, "")
    bits = bits or 8
    if bits not in (8, 16, 32, 64):
        return ""
    if kind == "integer":
        known = [source for source in sources if source in (f"int{bits}", f"uint{bits}")]
        return known[0] if known else f"int{bits}"
    return f"{kind}{bits}"


def _inherited(sources: Collection[str], bits: int) -> str:
    """The type a copy or a bitwise operation takes along: a float's before an integer's."""
    fitting = [source for source in sources if _fits(source, bits)]
    floats = [lane_type for lane_type in fitting if lane_type in FLOAT_OF_BITS.values()]
    return (floats or fitting or [""])[0]


def _fits(lane_type: str, bits: int) -> bool:
    return not bits or lane_bytes(lane_type) * 8 == bits


def _usual_for(register: Register, bits: int, usual: str) -> str:
    if _fits(usual, bits):
        return usual
    if register.kind in ("h", "s", "d"):
        return FLOAT_OF_BITS[bits]
    return f"int{bits}"


def _taken_as(step: TypedStep, register: str) -> str:
    operands = [
        operand for operand in _vector_operands(step.instruction) if operand.canonical == register
    ]
    if not operands:
        return ""
    bits = element_bits(operands[-1], step.instruction)
    if effects_of(step.instruction).memory:
        return step.element if step.element and _fits(step.element, bits) else ""
    takes = lane_use(step.instruction).takes
    return _named(takes, bits, ()) if takes and (bits or takes not in (_FLOAT, _BFLOAT16)) else ""


@lru_cache(maxsize=4096)
def _read_vectors(instruction: Instruction) -> tuple[str, ...]:
    reads = effects_of(instruction).reads
    names = (
        register.canonical
        for register in _vector_operands(instruction)
        if register.canonical in reads
    )
    return tuple(dict.fromkeys(names))


def _vector_operands(instruction: Instruction) -> list[Register]:
    registers: list[Register] = []
    for operand in instruction.operands:
        if isinstance(operand, Register):
            registers.append(operand)
        elif isinstance(operand, RegisterList):
            registers.extend(operand.registers)
        elif isinstance(operand, Memory):
            registers.append(operand.base)
            if isinstance(operand.offset, Register):
                registers.append(operand.offset)
    return [register for register in registers if register.kind in _VECTOR_KINDS]
