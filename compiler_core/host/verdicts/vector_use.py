"""Which instructions of a piece of code compute on vectors, and which one value after another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList
from compiler_core.host.loop_analysis.loop_counts import MOVES

# Shuffles bring elements into place; they compute nothing.
_SHUFFLES = (
    "ext", "zip1", "zip2", "uzp1", "uzp2", "trn1", "trn2", "tbl", "tbx", "rev", "rev16", "rev32",
    "rev64", "xtn", "xtn2", "sxtl", "sxtl2", "uxtl", "uxtl2", "sshll", "sshll2", "ushll", "ushll2",
    "sunpklo", "sunpkhi", "uunpklo", "uunpkhi", "sel", "splice", "compact", "lasta", "lastb",
    "insr", "pfirst", "pnext", "not", "and", "orr", "bic",
)  # fmt: skip
_PREDICATES = re.compile(r"(while|ptrue|pfalse|ptest|cnt|inc|dec|brk|rdffr|setffr|index|cntp)")
_LOGIC = ("not", "and", "orr", "bic")
_SCALAR_FLOAT = re.compile(
    r"f(add|sub|mul|div|madd|msub|nmadd|nmsub|nmul|sqrt|abs|neg|max|min|maxnm|minnm|csel|rint\w|abd)"
)
_SCALAR_HEAVY = ("sdiv", "udiv", "bl", "blr")
_REARRANGING = re.compile(r"ld[234][bhwd]?|st[234][bhwd]?|ins|ld1r?")
ELEMENTS = {
    (16, True): "half-precision float",
    (32, True): "float",
    (64, True): "double",
    (8, False): "byte",
    (16, False): "16-bit integer",
    (32, False): "32-bit integer",
    (64, False): "64-bit integer",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorUse:
    """Counts over some instructions."""

    vector: int
    """Computing on whole vectors."""
    moves: int
    """Whole vectors loaded, stored, shuffled or copied."""
    ordered: int
    """Additions and the like on one element after another, in source order."""
    scalar: int
    """Divisions and calls on one element."""
    scalable: bool
    """Its vectors are in SVE registers."""
    bytes: int
    """Size of the widest vector register that holds data, 16 for SVE; 0 without vectors."""
    element: str
    """What most vector operations work on (`float`, `16-bit integer`), empty if none computes."""
    element_bits: int
    """Size of what most vector operations work on; 0 if none computes."""
    rearranging: tuple[str, ...]
    """Instructions that take elements apart or gather them (`ld2`, `ins`…), by name."""

    @property
    def any(self) -> bool:
        """True if vectors are used at all."""
        return self.bytes > 0


def use_of(instructions: Iterable[Instruction]) -> VectorUse:
    """Classify every instruction by its mnemonic and the form of its registers."""
    kinds: Counter[str] = Counter()
    elements: Counter[tuple[int, bool]] = Counter()
    rearranging: set[str] = set()
    width = 0
    scalable = False
    for instruction in instructions:
        kind = _kind(instruction)
        kinds[kind] += 1
        width = max(width, _width(instruction))
        scalable = scalable or any(part.kind == "z" for part in _registers(instruction))
        if kind in ("vector", "ordered"):
            elements.update(_element(instruction))
        if _REARRANGING.fullmatch(instruction.mnemonic):
            rearranging.add(instruction.mnemonic)
    bits, floating = elements.most_common(1)[0][0] if elements else (0, False)
    return VectorUse(
        vector=kinds["vector"],
        moves=kinds["move"],
        ordered=kinds["ordered"],
        scalar=kinds["scalar"],
        scalable=scalable,
        bytes=width,
        element=ELEMENTS.get((bits, floating), ""),
        element_bits=bits,
        rearranging=tuple(sorted(rearranging)),
    )


def _kind(instruction: Instruction) -> str:
    if instruction.mnemonic == "fadda":
        return "ordered"
    if _width(instruction):
        return "move" if _moves(instruction) else "vector"
    if _SCALAR_FLOAT.fullmatch(instruction.mnemonic):
        return "ordered"
    if instruction.mnemonic not in _SCALAR_HEAVY:
        return "other"
    # A vector variant of a function is named by the vector function ABI: _ZGVnN4v_name.
    named = any("_ZGV" in operand.text for operand in instruction.operands)
    return "vector" if named else "scalar"


def _element(instruction: Instruction) -> Iterable[tuple[int, bool]]:
    first = next(iter(_registers(instruction)), None)
    if first is not None and first.element_bits:
        yield first.element_bits, instruction.mnemonic.startswith(("f", "scvtf", "ucvtf"))


def _moves(instruction: Instruction) -> bool:
    name = instruction.mnemonic
    if any(isinstance(operand, Memory) for operand in instruction.operands):
        return True
    if name in _LOGIC:
        return all(part.kind == "p" for part in _registers(instruction))
    return name in MOVES or name in _SHUFFLES or _PREDICATES.match(name) is not None


def _registers(instruction: Instruction) -> Iterable[Register]:
    for operand in instruction.operands:
        if isinstance(operand, Register):
            yield operand
        elif isinstance(operand, RegisterList):
            yield from operand.registers


def _width(instruction: Instruction) -> int:
    """Bytes of the widest vector among the operands; a lane or scalar view is no vector."""
    memory = any(isinstance(operand, Memory) for operand in instruction.operands)
    return max((_vector_bytes(part, memory) for part in _registers(instruction)), default=0)


def _vector_bytes(register: Register, memory: bool) -> int:
    if register.kind == "z":
        return 16
    if register.kind == "q" and memory:
        return 16
    count = register.element_count
    if register.kind != "v" or register.lane is not None or not register.arrangement:
        return 0
    return register.element_bits * (count or 0) // 8
