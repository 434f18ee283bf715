"""How many operations on data one execution of an instruction makes, by its mnemonic and lanes.

An addition, subtraction, multiplication, division, square root, minimum or maximum is one; a
multiplication with an addition is two, fused or not; a dot product is two for each of its
products. Conversions, moves, comparisons, negations and absolute values are none. Whatever the
vectorisation, a loop so has the operations of its source.

Semantics: Arm A64 Instruction Set Architecture, "Base", "SIMD and Floating-point" and "SVE".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.instruction import Immediate, Instruction, Register

OperationKind = Literal["fp16", "fp32", "fp64", "integer"]
_FLOAT_KINDS: dict[int, OperationKind] = {16: "fp16", 32: "fp32", 64: "fp64"}


@dataclass(frozen=True, slots=True)
class InstructionOperations:
    """Of one execution with all lanes active. scalable: whether a predicate may switch lanes off,
    or the last vector of a loop be partly empty (SVE)."""

    operations: int
    kind: OperationKind
    scalable: bool


def _table(*rows: tuple[int, str]) -> dict[str, int]:
    return {name: each for each, names in rows for name in names.split()}


# For each lane of the result.
_FLOAT = _table(
    (1, "fadd fsub fsubr fmul fnmul fmulx fdiv fdivr fsqrt fabd fmax fmin fmaxnm fminnm fcadd"),
    (1, "faddp fmaxp fminp fmaxnmp fminnmp"),
    (2, "fmadd fmsub fnmadd fnmsub fmla fmls fmad fmsb fnmla fnmls fnmad fnmsb fcmla frecps"),
    (2, "fmlal fmlal2 fmlsl fmlsl2 fmlalb fmlalt fmlslb fmlslt"),
    (3, "frsqrts"),
)
_INTEGER = _table(
    (1, "add sub subr mul smax smin umax umin sabd uabd shadd uhadd srhadd urhadd shsub uhsub"),
    (1, "sqadd uqadd sqsub uqsub sqdmulh sqrdmulh smulh umulh sdiv udiv sdivr udivr"),
    (1, "and orr eor bic orn eon shl sshl ushl sshr ushr lsl lsr asr addp smaxp sminp umaxp uminp"),
    (1, "saddl saddl2 uaddl uaddl2 ssubl ssubl2 usubl usubl2 saddw saddw2 uaddw uaddw2 ssubw"),
    (1, "ssubw2 usubw usubw2 smull smull2 umull umull2 sabdl sabdl2 uabdl uabdl2 saddlp uaddlp"),
    (1, "adds subs"),
    (2, "mla mls mad msb madd msub smaddl umaddl smsubl umsubl smlal smlal2 umlal umlal2 smlsl"),
    (2, "smlsl2 umlsl umlsl2 saba uaba sabal sabal2 uabal uabal2 sadalp uadalp ssra usra"),
)
# One less than the lanes of what they join.
_FLOAT_ACROSS = ("faddv", "fmaxv", "fminv", "fmaxnmv", "fminnmv")
_INTEGER_ACROSS = (
    "addv", "saddv", "uaddv", "saddlv", "uaddlv", "smaxv", "sminv", "umaxv", "uminv", "andv", "orv",
    "eorv",
)  # fmt: skip
# Each lane of the result adds so many products of narrower ones, times the ratio of their widths.
_FLOAT_DOTS = _table((1, "bfdot fdot"), (2, "bfmmla fmmla"))
_INTEGER_DOTS = _table((1, "sdot udot usdot sudot"), (2, "smmla ummla usmmla"))


def operations_of(instruction: Instruction, sve_bits: int) -> InstructionOperations | None:
    """None for an instruction that makes no operation on data.

    sve_bits: length of an SVE vector. Scalar integer arithmetic with a constant or on the stack
    pointer is taken for counting and addressing, and is none.
    """
    name, operands = instruction.mnemonic, instruction.operands
    registers = [part for part in operands if isinstance(part, Register) and part.kind != "p"]
    if not registers or registers[0].kind == "pn":
        return None
    result, last = registers[0], registers[-1]
    if name in _FLOAT_ACROSS or name in _INTEGER_ACROSS:
        return _made(last, _lanes(last, sve_bits) - 1, is_float=name in _FLOAT_ACROSS)
    if name == "fadda":
        return _made(last, _lanes(last, sve_bits), is_float=True)
    if name in _FLOAT_DOTS or name in _INTEGER_DOTS:
        return _dot(name, registers, sve_bits)
    if name in _FLOAT:
        return _made(result, _FLOAT[name] * _lanes(result, sve_bits), is_float=True)
    if name not in _INTEGER or _is_addressing(instruction, result):
        return None
    return _made(result, _INTEGER[name] * _lanes(result, sve_bits), is_float=False)


def _dot(name: str, registers: list[Register], sve_bits: int) -> InstructionOperations | None:
    """Of a lane: 2 · products, the products being as many narrow elements as fit into it.

    A matrix product sums over a whole half of the vector: twice that. `fmmla` has elements as wide
    as its result, two products each.
    """
    result, narrow = registers[0], registers[1]
    if not result.element_bits or not narrow.element_bits:
        return None
    is_float = name in _FLOAT_DOTS
    rounds = _FLOAT_DOTS[name] if is_float else _INTEGER_DOTS[name]
    products = rounds * result.element_bits // narrow.element_bits
    return _made(result, 2 * products * _lanes(result, sve_bits), is_float=is_float)


def _lanes(register: Register, sve_bits: int) -> int:
    if register.kind == "z":
        return sve_bits // register.element_bits if register.element_bits else 0
    return register.element_count or 0


def _is_addressing(instruction: Instruction, result: Register) -> bool:
    """Of general registers: with a constant, or on the stack pointer."""
    if result.kind in ("xzr", "wzr", "sp", "wsp"):
        return True
    if result.kind not in ("x", "w"):
        return False
    return any(
        isinstance(part, Immediate) or (isinstance(part, Register) and part.kind in ("sp", "wsp"))
        for part in instruction.operands
    )


def _made(register: Register, operations: int, *, is_float: bool) -> InstructionOperations | None:
    kind: OperationKind | None = "integer"
    if is_float:
        kind = _FLOAT_KINDS.get(register.element_bits)
    if kind is None or operations <= 0:
        return None
    return InstructionOperations(operations, kind, register.kind == "z")
