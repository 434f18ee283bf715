"""Why a nest of loops is not affine: what stands in a subscript or an end, and how to write it."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.atlas.mlir.from_loop.accesses import ArrayLayout
from compiler_core.atlas.mlir.from_loop.linear import LinearForm, LinearReader
from compiler_core.atlas.own_loop.driving import C_TYPES
from compiler_core.atlas.own_loop.shape import CountedLoop, LoopShape
from compiler_core.loop.ir.values import Array, Block, Instruction, Value

_SIGNS = {"div": "/", "rem": "%", "shl": "<<", "shr": ">>", "and": "&", "or": "|", "xor": "^"}
_WRAPPING = ("add", "sub", "mul", "convert")


def obstacles(
    root: CountedLoop, shape: LoopShape, layouts: dict[Array, ArrayLayout], fixed: frozenset[Value]
) -> Iterator[str]:
    """Why this nest is not linear: a sentence each, without a full stop."""
    inside = [
        counted_loop
        for counted_loop in shape.loops.values()
        if set(counted_loop.loop.blocks) <= set(root.loop.blocks)
    ]
    for loop in inside:
        around = _reader(loop.loop.header, inside, fixed, loop)
        for value, what in ((loop.induction.start, "start"), (loop.end, "end")):
            if around.form_of(value) is None:
                yield f"line {loop.loop.line}: the {what} of the loop {_why(value, around)[0]}"
    for block in root.loop.blocks:
        reader = _reader(block, inside, fixed, None)
        for instruction in block.instructions:
            if isinstance(instruction.place, Array):
                yield from _of_access(instruction, layouts[instruction.array], reader)


def _of_access(
    instruction: Instruction, layout: ArrayLayout, reader: LinearReader
) -> Iterator[str]:
    array = layout.array
    for part in layout.subscripts_of(instruction.subscript):
        if reader.form_of(part) is None:
            says, product = _why(part, reader)
            advice = _as_rows(part, product, array, reader) if product and not layout.rows else ""
            yield f"line {instruction.line}: a subscript of {array.name} {says}{advice}"


def _why(value: Value, reader: LinearReader) -> tuple[str, Instruction | None]:
    """What of the value is no sum, said of where it stands; and if that is a product, the
    product."""
    inner = _innermost(value, reader)
    if inner is None:
        return "is no sum of counters and fixed values", None
    if inner.opcode == "load":
        return "comes out of memory", None
    if inner.opcode == "phi":
        return f"has {_name(inner)}, which the loop changes otherwise than by a fixed step", None
    if inner.opcode in _SIGNS:
        return f"is computed with {_SIGNS[inner.opcode]}", None
    forms = [reader.form_of(operand) for operand in inner.operands]
    if inner.opcode == "mul" and all(form is not None and form.terms for form in forms):
        left, right = (_said(form, side) for form, side in zip(forms, inner.operands, strict=True))
        return f"multiplies {left} by {right}, and neither is a fixed number", inner
    if inner.opcode in _WRAPPING and inner.type.kind == "unsigned":
        return "is computed with unsigned ints, which wrap", None
    return "is no sum of counters and fixed values", None


def _innermost(value: Value, reader: LinearReader) -> Instruction | None:
    """The first from within that is no sum although what it is made of is; phis and loads have
    nothing within."""
    while isinstance(value, Instruction):
        within = next((part for part in value.operands if reader.form_of(part) is None), None)
        if within is None or value.opcode in ("phi", "load"):
            return value
        value = within
    return None


def _as_rows(part: Value, product: Instruction, array: Array, reader: LinearReader) -> str:
    """How C says it with a subscript a dimension: of `a[i * n + j]`, where `i` counts."""
    while isinstance(part, Instruction) and part.opcode in ("convert", "copy"):
        part = part.operands[0]
    if not isinstance(part, Instruction) or part.opcode not in ("add", "mul"):
        return ""
    rest = next((operand for operand in part.operands if operand is not product), None)
    row = next((factor for factor in product.operands if factor in reader.counters), None)
    size = next((extent for extent in product.operands if extent is not row), None)
    if row is None or size is None or (part is not product and product not in part.operands):
        return ""
    inner = "0" if part is product else _name(rest) if rest in reader.counters else "…"
    name, n = array.name, _name(size)
    of = f"{C_TYPES[array.element.name]} {name}[][{n}], with {n} before it"
    return f": write {name}[{_name(row)}][{inner}] of {of}"


def _said(form: LinearForm | None, value: Value) -> str:
    if form is not None and form == LinearForm({value: 1}):
        return _name(value)
    return "a sum"


def _name(value: Value | None) -> str:
    """As in C: without what the compiler appends."""
    return value.name.partition(".")[0] if value is not None else ""


def _reader(
    block: Block, loops: list[CountedLoop], fixed: frozenset[Value], but: CountedLoop | None
) -> LinearReader:
    """With the counters of the loops around this block."""
    around = (loop.counter for loop in loops if loop is not but and block in loop.loop.blocks)
    return LinearReader(frozenset(around), fixed)
