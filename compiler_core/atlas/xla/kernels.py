"""Kernels of XLA's, each with the nodes of a network that it computes.

The driver runs each node under a scope that has its number, and jax writes scopes into what XLA
says of where an instruction comes from. What XLA adds on its own, such as a copy into another
layout, comes from no node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.atlas.xla.hlo import Instruction, Module, bytes_of, read_hlo

_SCOPE = re.compile(r'op_name="[^"]*?/node\.(\d+)/')
_MOVES = frozenset((
    "broadcast", "concatenate", "copy", "fusion", "call", "pad", "reshape", "reverse", "slice",
    "transpose",
))  # fmt: skip
"""A fusion and a call do what is in them."""
_SHARED = "broadcast"
"""One of a constant that several nodes read has the name of only one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class XlaKernel:
    """name: of an instruction of the entry. operators: of HLO, in it, each once; nodes: numbers of
    nodes from 0, in order; made: bytes of its results; moves: it computes nothing."""

    name: str
    operators: tuple[str, ...]
    nodes: tuple[int, ...]
    made: int
    moves: bool


def read_kernels(hlo: str) -> tuple[XlaKernel, ...]:
    """In the order in which they run. hlo: as printed, with what it says of origins."""
    module = read_hlo(hlo)
    return tuple(_kernel(call, module) for call in module.kernel_calls)


def _kernel(call: Instruction, module: Module) -> XlaKernel:
    work = tuple(module.work_of(call))
    operators = tuple(
        dict.fromkeys(
            instruction.operator for instruction in work if instruction.operator != "fusion"
        )
    )
    return XlaKernel(
        name=call.name,
        operators=operators,
        nodes=tuple(sorted(set(_nodes(work)))),
        made=bytes_of(call.shape),
        moves=_MOVES.issuperset(operators),
    )


def _nodes(work: tuple[Instruction, ...]) -> Iterator[int]:
    for instruction in work:
        match = _SCOPE.search(instruction.rest)
        if match and instruction.operator != _SHARED:
            yield int(match[1])
