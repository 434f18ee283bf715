"""The innermost loop of the product in TVM's AArch64: what it executes for each multiplication."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LABEL = re.compile(r"^(\.?[\w.$]+):")
_INSTRUCTION = re.compile(r"^\s+([a-z][\w.]*)(?:\s+(.*?))?\s*(?://.*)?$")
_BRANCH = re.compile(r"^(?:b\.?\w*|cbn?z|tbn?z)$")
_LANES = re.compile(r"\.(\d+)[sd]\b")
_NOTES = (".Ltmp", ".Lfunc", ".Ldebug")
FUSED_SCALAR, FUSED_VECTOR = "fmadd", "fmla"


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerLoop:
    """A loop without another in it, as text and as counts."""

    lines: tuple[str, ...]
    instructions: int
    products: int
    """Multiplications, each with its addition, in one round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductCode:
    """What is in the assembly. inner: of its first innermost loop that multiplies; None for code
    without such a loop."""

    vector_products: int
    """How many `fmla` stand in the assembly, each a multiplication and sum of vectors."""
    scalar_products: int
    """How many `fmadd` stand in the assembly, each a multiplication and sum of numbers."""
    inner: InnerLoop | None


def read_code(assembly: str) -> ProductCode:
    """Labels that only mark places for a debugger are left out."""
    lines = [
        line.rstrip()
        for line in assembly.splitlines()
        if line.strip()
        and not line.startswith(_NOTES)
        and (_LABEL.match(line) or not line.lstrip().startswith("."))
    ]
    names = [_name(line) for line in lines]
    return ProductCode(
        vector_products=names.count(FUSED_VECTOR),
        scalar_products=names.count(FUSED_SCALAR),
        inner=_first_loop(lines),
    )


def _name(line: str) -> str:
    match = _INSTRUCTION.match(line)
    return match[1] if match else ""


def _first_loop(lines: list[str]) -> InnerLoop | None:
    start, label = 0, ""
    for at, line in enumerate(lines):
        named = _LABEL.match(line)
        if named:
            start, label = at, named[1]
        elif label and _branches_to(line, label):
            loop = _loop_of(lines[start : at + 1])
            if loop.products:
                return loop
    return None


def _branches_to(line: str, label: str) -> bool:
    match = _INSTRUCTION.match(line)
    return bool(
        match and _BRANCH.match(match[1]) and (match[2] or "").split(",")[-1].strip() == label
    )


def _loop_of(lines: list[str]) -> InnerLoop:
    return InnerLoop(
        lines=tuple(lines),
        instructions=sum(bool(_name(line)) for line in lines),
        products=sum(map(_products, lines)),
    )


def _products(line: str) -> int:
    name = _name(line)
    if name == FUSED_SCALAR:
        return 1
    lanes = _LANES.search(line)
    return int(lanes[1]) if name == FUSED_VECTOR and lanes else 0
