"""Statements of a driver: one walk over each parameter's shape that fills it, and one that writes
it out as columns of numbers.

Records are written field by field, so that padding never counts and every column has one type.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from compiler_core.host.running.layout import Buffer, Leaf
from compiler_core.host.running.shapes import (
    Container,
    Field,
    Number,
    Pointer,
    Record,
    Row,
    SelfPointer,
    Shape,
    is_constant,
    spell,
)

MAXIMUM_PARTS = 64
_DEEPEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a walk stands: the C expression, its path, how many loops are around it, the buffer
    and, inside an array of records, its name and index."""

    value: str
    """The C expression of what stands here."""
    path: str
    """Its name for people and settings, such as `p.x` or `rows[]`."""
    depth: int
    """How many loops of the driver are around it; it numbers the next loop's variable."""
    buffer: Buffer | None = None
    """The innermost buffer that it lies in; None for a plain value."""
    records: tuple[str, str, Buffer] | None = None
    """In an array of structures its name, the loop variable of its index, and its buffer; else
    None."""
    outermost: int = 0
    """Loops that a parameter itself brings."""
    rooms: tuple[str, ...] = ()
    """Lengths, as written, of the arrays around it."""

    def field(self, name: str) -> Place:
        """A member of this record."""
        return replace(self, value=f"{self.value}.{name}", path=f"{self.path}.{name}")

    @property
    def index(self) -> str:
        """The loop variable of the next loop."""
        return f"lowlab_i{self.depth}"


@dataclass(frozen=True, slots=True)
class Column:
    """Numbers of one type to write: loops around, and the expression of one of them.

    array: where the innermost loop runs over numbers side by side, the first of them and how many,
    so that they can be written at once.
    """

    path: str
    type_name: str
    loops: tuple[str, ...]
    value: str
    array: tuple[str, str] | None = None


@dataclass(slots=True)
class Parts:
    """Buffers and leaves in the order in which the driver reads its arguments."""

    buffers: list[Buffer] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    known: dict[str, Buffer] = field(default_factory=dict)

    def buffer(self, path: str, shape: Pointer | Container, *, repeated: bool) -> Buffer:
        """A new buffer for what this shape leads to."""
        target = shape.target if isinstance(shape, Pointer) else shape.element
        made = Buffer(
            index=len(self.buffers),
            path=path,
            element=spell(target),
            declared=shape.length if isinstance(shape, Pointer) else "",
            single=isinstance(shape, Pointer) and shape.reference,
            repeated=repeated,
            constant=is_constant(target),
            restricted=isinstance(shape, Pointer) and shape.restricted,
            untyped=isinstance(shape, Pointer) and shape.untyped,
            links=isinstance(target, Record) and any(_is_link(field) for field in target.fields),
            text=isinstance(target, Number) and target.is_text,
            container=isinstance(shape, Container),
        )
        self.buffers.append(made)
        self.known[path] = made
        return made

    def leaf(self, lvalue: Place, number: Number, *, bits: bool = False) -> Leaf:
        """New numbers."""
        many = lvalue.depth > lvalue.outermost
        inside = "." in lvalue.path and "[]" not in lvalue.path
        rooms = lvalue.rooms if inside else ()
        made = Leaf(
            index=len(self.leaves),
            path=lvalue.path,
            number=number,
            buffer=lvalue.buffer,
            many=many,
            bits=bits,
            rooms=rooms,
        )
        self.leaves.append(made)
        return made


def _is_link(one: Field) -> bool:
    return isinstance(one.shape, SelfPointer)


def fill(shape: Shape, lvalue: Place, parts: Parts) -> list[str]:
    """Statements that give a value of this shape its contents."""
    if isinstance(shape, Number):
        leaf = parts.leaf(lvalue, shape)
        return [f"{lvalue.value} = LOWLAB_DRAW({spell(shape)}, {leaf.index});"]
    if isinstance(shape, Row):
        inner = replace(
            lvalue,
            value=f"{lvalue.value}[{lvalue.index}]",
            depth=lvalue.depth + 1,
            rooms=(*lvalue.rooms, shape.length),
        )
        size = f"sizeof({lvalue.value}) / sizeof({lvalue.value}[0])"
        return _loop(lvalue.index, size, fill(shape.element, inner, parts))
    if isinstance(shape, Record):
        return _fill_record(shape, lvalue, parts)
    if isinstance(shape, Pointer):
        return _fill_pointer(shape, lvalue, parts)
    if isinstance(shape, Container):
        return _fill_container(shape, lvalue, parts)
    return []


def _loop(index: str, limit: str, body: list[str]) -> list[str]:
    return [f"for ({index} = 0; {index} < {limit}; {index}++) {{", *_indented(body), "}"]


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _fill_record(shape: Record, lvalue: Place, parts: Parts) -> list[str]:
    lines: list[str] = []
    links = [field for field in shape.fields if _is_link(field)]
    for member in shape.fields:
        inner = lvalue.field(member.name)
        if isinstance(member.shape, SelfPointer):
            lines.append(_link(inner, links.index(member), len(links)))
        elif member.is_bits and isinstance(member.shape, Number):
            leaf = parts.leaf(inner, member.shape, bits=True)
            lines.append(f"{inner.value} = lowlab_integer({leaf.index}, 1, 'b');")
        else:
            lines += fill(member.shape, inner, parts)
    return lines


def _link(lvalue: Place, number: int, links: int) -> str:
    """Lists lead to the next record, trees of k links to records k*i + 1 and following."""
    if lvalue.records is None:
        return f"{lvalue.value} = 0;"
    base, index, buffer = lvalue.records
    following = f"{links} * {index} + {number + 1}" if links > 1 else f"{index} + 1"
    inside = f"{following} < lowlab_count({buffer.index})"
    return f"{lvalue.value} = {inside} ? &{base}[{following}] : 0;"


def _fill_pointer(shape: Pointer, lvalue: Place, parts: Parts) -> list[str]:
    """A pointer inside another object: an array of its own for each."""
    buffer = parts.buffer(f"{lvalue.path}[]", shape, repeated=True)
    name = f"lowlab_c{lvalue.depth}"
    made = f"{spell(replace(shape, const=False), name)} = "
    made += f"({spell(replace(shape, const=False))})"
    made += f"lowlab_chunk({buffer.index}, sizeof({spell(shape.target)}));"
    inner = Place(
        value=f"{name}[{lvalue.index}]", path=buffer.path, depth=lvalue.depth + 1, buffer=buffer
    )
    body = fill(shape.target, inner, parts)
    filled = _loop(lvalue.index, f"lowlab_filled({buffer.index})", body)
    return ["{", *_indented([made, f"{lvalue.value} = {name};", *filled]), "}"]


def _fill_container(shape: Container, lvalue: Place, parts: Parts) -> list[str]:
    lines: list[str] = []
    inner = replace(lvalue, value=f"{lvalue.value}[{lvalue.index}]", depth=lvalue.depth + 1)
    if shape.kind in ("vector", "string"):
        buffer = parts.buffer(lvalue.path, shape, repeated=False)
        lines.append(f"{lvalue.value}.resize(lowlab_count({buffer.index}));")
        inner = replace(inner, buffer=buffer)
    return [
        *lines,
        *_loop(lvalue.index, f"{lvalue.value}.size()", fill(shape.element, inner, parts)),
    ]


def columns(shape: Shape, lvalue: Place, parts: Parts) -> list[Column]:
    """What to write of a value of this shape; nothing where it may not have changed."""
    if lvalue.depth > _DEEPEST:
        return []
    if isinstance(shape, Number):
        return [Column(lvalue.path, spell(shape), (), lvalue.value)]
    if isinstance(shape, Row):
        return _each(
            shape.element, lvalue, f"sizeof({lvalue.value}) / sizeof({lvalue.value}[0])", parts
        )
    if isinstance(shape, Container):
        element_columns = _each(shape.element, lvalue, f"{lvalue.value}.size()", parts)
        # The elements of `std::vector<bool>` do not lie side by side.
        return [replace(column, array=None) for column in element_columns]
    if isinstance(shape, Record):
        return [column for field in shape.fields for column in _field_columns(field, lvalue, parts)]
    if isinstance(shape, Pointer) and not is_constant(shape.target):
        buffer = parts.known.get(f"{lvalue.path}[]")
        if buffer is not None:
            return _each(shape.target, lvalue, f"lowlab_count({buffer.index})", parts, buffer.path)
    return []


def _field_columns(one: Field, lvalue: Place, parts: Parts) -> list[Column]:
    inner = lvalue.field(one.name)
    if isinstance(one.shape, SelfPointer):
        if lvalue.records is None:
            return []
        base = lvalue.records[0]
        value = f"({inner.value} ? (long)({inner.value} - {base}) : -1L)"
        return [Column(inner.path, "long", (), value)]
    if one.is_bits:
        return [Column(inner.path, "long", (), f"(long){inner.value}")]
    return columns(one.shape, inner, parts)


def _each(
    element: Shape, lvalue: Place, limit: str, parts: Parts, path: str | None = None
) -> list[Column]:
    inner = replace(
        lvalue,
        value=f"{lvalue.value}[{lvalue.index}]",
        depth=lvalue.depth + 1,
        path=lvalue.path if path is None else path,
        records=None,
    )
    element_columns = columns(element, inner, parts)
    return [
        in_loop(column, lvalue.index, limit, lvalue.value, element) for column in element_columns
    ]


def in_loop(column: Column, index: str, limit: str, base: str, element: Shape) -> Column:
    """The column of each element of `base`, in one loop more."""
    head = f"for ({index} = 0; {index} < {limit}; {index}++)"
    array = (base, limit) if isinstance(element, Number) else column.array
    return replace(column, loops=(head, *column.loops), array=array)


def write_column(column: Column) -> list[str]:
    """Statements that write one column; a type of an array's dimension is not needed any more."""
    kind = f"LOWLAB_KIND({column.type_name})"
    lines = [f'lowlab_open("{column.path}", {kind}, sizeof({column.type_name}));']
    put = [
        "{",
        f"    {column.type_name} lowlab_value = {column.value};",
        "    lowlab_put(&lowlab_value, sizeof lowlab_value);",
        "}",
    ]
    loops = column.loops
    if column.array is not None:
        base, count = column.array
        loops = loops[:-1]
        put = [f"lowlab_put({base}, {count} * sizeof({column.type_name}));"]
    for number, head in enumerate(loops):
        lines.append(f"{'    ' * number}{head}")
    lines += [f"{'    ' * len(loops)}{line}" for line in put]
    return [*lines, "lowlab_close();"]
