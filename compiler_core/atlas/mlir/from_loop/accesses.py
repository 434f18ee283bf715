"""Arrays as MLIR's `memref`: how many subscripts each takes, and these out of the flat one.

The front end makes one subscript of several, row by row. C says that each stays within its own
dimension, so that the array may have all of its dimensions here too.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from compiler_core.atlas.mlir.from_loop.scalars import type_text
from compiler_core.atlas.own_loop.shape import refused
from compiler_core.loop.front_end.parsing import parse_c
from compiler_core.loop.front_end.preparation import prepare
from compiler_core.loop.ir.types import BOOL
from compiler_core.loop.ir.values import Array, Constant, Function, Instruction, Value
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class ArrayLayout:
    """rows: what each subscript but the last jumps over: a constant or a parameter."""

    array: Array
    name: str
    rows: tuple[Value, ...] = ()

    @property
    def type(self) -> str:
        """`memref<?x64xf32>`; a local array has its size."""
        extent = str(self.array.extent) if self.array.extent is not None else "?"
        sizes = [str(row.value) if isinstance(row, Constant) else "?" for row in self.rows]
        return f"memref<{'x'.join((extent, *sizes))}x{type_text(self.array.element)}>"

    def subscripts_of(self, flat: Value) -> list[Value]:
        """One a dimension, outermost first."""
        subscripts: list[Value] = []
        for _ in self.rows:
            assert isinstance(flat, Instruction)
            row, inner = flat.operands
            assert isinstance(row, Instruction)
            subscripts.insert(0, inner)
            flat = row.operands[0]
        return [flat, *subscripts]


def layouts_of(source: SourceFile, function: Function) -> dict[Array, tuple[Value, ...]]:
    """What the subscripts of each array jump over. Raises OutsideSubset for arrays of truth values,
    which memory holds in bytes."""
    for array in function.arrays:
        if array.element == BOOL:
            raise refused(
                source.name,
                1,
                f"The elements of {array.name} are truth values.",
                "Make them unsigned char: MLIR's i1 has no layout in memory that C has.",
            )
    ranks = _declared_ranks(source, function.name)
    return {
        array: _rows(function, array, 0 if array.is_local else ranks.get(array.name, 1) - 1)
        for array in function.arrays
    }


def _declared_ranks(source: SourceFile, name: str) -> dict[str, int]:
    tree = parse_c(prepare(source).text, source.name)
    definition = next(
        node for node in tree.ext if isinstance(node, c_ast.FuncDef) and node.decl.name == name
    )
    given = definition.decl.type.args
    return {
        parameter.name: _rank(parameter.type)
        for parameter in (given.params if given is not None else [])
        if isinstance(parameter, c_ast.Decl)
    }


def _rank(node: c_ast.Node) -> int:
    rank = 0
    while isinstance(node, c_ast.ArrayDecl | c_ast.PtrDecl):
        rank, node = rank + 1, node.type
    return rank


def _rows(function: Function, array: Array, inner: int) -> tuple[Value, ...]:
    """As the first access has them; all are made from one declaration."""
    access = next(
        (instruction for instruction in function.instructions() if instruction.place is array), None
    )
    if access is None or not inner:
        return ()
    rows: list[Value] = []
    flat = access.subscript
    for _ in range(inner):
        assert isinstance(flat, Instruction)
        row = flat.operands[0]
        assert isinstance(row, Instruction)
        rows.insert(0, _unwidened(row.operands[1]))
        flat = row.operands[0]
    return tuple(rows)


def _unwidened(value: Value) -> Value:
    while isinstance(value, Instruction) and value.opcode == "convert":
        value = value.operands[0]
    return value
