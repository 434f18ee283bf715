"""Declarations: parameters, variables and local arrays, and constants of the file."""

from __future__ import annotations

from pycparser import c_ast

from compiler_core.loop.front_end.builder import ArrayName, Builder
from compiler_core.loop.front_end.c_types import scalar_type
from compiler_core.loop.front_end.constants import constant_value, converted
from compiler_core.loop.front_end.expressions import convert_to, named_value, value_in
from compiler_core.loop.front_end.limits import MAXIMUM_LOCAL_ELEMENTS
from compiler_core.loop.front_end.parsing import children
from compiler_core.loop.ir.types import I32, VOID, Type
from compiler_core.loop.ir.values import Array, Constant, Parameter, Slot, Value

_STORAGE = ("static", "extern", "_Thread_local", "typedef")
_MOST_INITIAL_ELEMENTS = 64


def declare_local(builder: Builder, node: c_ast.Decl) -> None:
    """`int x = …;` or `float t[8];` inside a function."""
    if any(word in _STORAGE for word in node.storage or ()) or "volatile" in (node.quals or ()):
        word = next(
            keyword
            for keyword in (*node.storage, *node.quals)
            if keyword in (*_STORAGE, "volatile")
        )
        raise builder.outside(node, f"Found a {word} variable.", "Use a plain local variable.")
    if isinstance(node.type, c_ast.ArrayDecl):
        _declare_array(builder, node)
        return
    type_ = _scalar(builder, node)
    slot = Slot(builder.function.fresh_slot_name(node.name), type_)
    builder.function.slots.append(slot)
    if node.init is not None:
        value = named_value(builder, node.init, type_, node.name)
        builder.emit("store", value, place=slot, node=node)
    builder.scopes[-1][node.name] = slot


def _scalar(builder: Builder, node: c_ast.Decl) -> Type:
    type_ = scalar_type(node.type)
    if type_ is None or type_ == VOID or not node.name:
        what = "a pointer variable" if isinstance(node.type, c_ast.PtrDecl) else "a type"
        raise builder.outside(
            node,
            f"Found {what} outside the subset.",
            "Variables are numbers (char to long, unsigned, float, double) or arrays of them.",
        )
    return type_


def _declare_array(builder: Builder, node: c_ast.Decl) -> None:
    element, sizes = _array_parts(builder, node)
    extents = [_constant_extent(builder, node, size) for size in sizes]
    count, row = 1, 1
    for position, extent in enumerate(extents):
        count *= extent
        row *= extent if position else 1
    if count > MAXIMUM_LOCAL_ELEMENTS:
        raise builder.outside(
            node,
            f"{node.name} has {count:,} elements; the limit is {MAXIMUM_LOCAL_ELEMENTS:,}.",
            "Make it a parameter, or smaller.",
        )
    name = builder.function.fresh_name(node.name)
    array = Array(name=name, element=element, extent=count, row=row)
    builder.function.local_arrays.append(array)
    dimensions = tuple(Constant(I32, extent) for extent in extents[1:])
    builder.scopes[-1][node.name] = ArrayName(array, dimensions)
    if node.init is not None:
        _initialise(builder, array, node)


def _constant_extent(builder: Builder, node: c_ast.Decl, size: c_ast.Node | None) -> int:
    value = constant_value(size, constants_in(builder)) if size is not None else None
    if value is None or not value.type.is_integer or not 0 < value.value < 1 << 31:
        raise builder.outside(
            node,
            f"The size of {node.name} is not a positive constant.",
            "Write a number, or make the array a parameter.",
        )
    return int(value.value)


def constants_in(builder: Builder) -> dict[str, Constant]:
    """All named constants in scope."""
    return {
        name: meaning
        for scope in builder.scopes
        for name, meaning in scope.items()
        if isinstance(meaning, Constant)
    }


def _initialise(builder: Builder, array: Array, node: c_ast.Decl) -> None:
    """Elements that the braces leave out are zero."""
    given = node.init.exprs if isinstance(node.init, c_ast.InitList) else None
    count = array.extent or 0
    if given is None or array.row != 1 or len(given) > count or count > _MOST_INITIAL_ELEMENTS:
        raise builder.outside(
            node,
            f"Found an initialiser of {node.name} outside the subset.",
            f"Write up to {_MOST_INITIAL_ELEMENTS} numbers in one pair of braces, or use a loop.",
        )
    values = [
        convert_to(builder, value_in(builder, expression), array.element, expression)
        for expression in given
    ]
    values += [Constant(array.element, 0)] * (count - len(values))
    for position, value in enumerate(values):
        builder.emit("store", Constant(I32, position), value, place=array, node=node)


def _array_parts(builder: Builder, node: c_ast.Decl) -> tuple[Type, list[c_ast.Node | None]]:
    """The element type, and the sizes as written, outermost first; None for `[]` and `*`."""
    sizes: list[c_ast.Node | None] = []
    inner = node.type
    while isinstance(inner, c_ast.ArrayDecl | c_ast.PtrDecl):
        if isinstance(inner, c_ast.PtrDecl) and sizes:
            raise builder.outside(
                node,
                f"{node.name} is an array of pointers.",
                "Use an array of two dimensions, or a flat one with row * columns + column.",
            )
        sizes.append(inner.dim if isinstance(inner, c_ast.ArrayDecl) else None)
        inner = inner.type
    element = scalar_type(inner)
    if element is None or element == VOID:
        raise builder.outside(
            node,
            f"The elements of {node.name} have a type outside the subset.",
            "Elements are numbers: char to long, unsigned, float, double.",
        )
    return element, sizes


def declare_parameter(builder: Builder, node: c_ast.Node) -> None:
    """One parameter; arrays may have any number of dimensions."""
    if not isinstance(node, c_ast.Decl) or not node.name:
        if isinstance(node, c_ast.Typename) and scalar_type(node) == VOID:
            return
        raise builder.outside(node, "Found a parameter without a name.", "Give it one.")
    if "volatile" in _qualifiers(node):
        raise builder.outside(
            node, f"{node.name} is volatile.", "Each access of it counts: nothing may change here."
        )
    name = builder.function.fresh_name(node.name)
    if not isinstance(node.type, c_ast.ArrayDecl | c_ast.PtrDecl):
        parameter = Parameter(name, _scalar(builder, node))
        builder.function.parameters.append(parameter)
        builder.scopes[-1][node.name] = parameter
        return
    element, sizes = _array_parts(builder, node)
    dimensions = tuple(_dimension(builder, node, size) for size in sizes[1:])
    row = 1
    for dimension in dimensions:
        row *= int(dimension.value) if isinstance(dimension, Constant) else 1
    qualifiers = _qualifiers(node)
    array = Array(
        name=name,
        element=element,
        restrict="restrict" in qualifiers,
        const="const" in _element_words(node),
        row=row,
    )
    builder.function.parameters.append(array)
    builder.scopes[-1][node.name] = ArrayName(array, dimensions)


def _dimension(builder: Builder, node: c_ast.Decl, size: c_ast.Node | None) -> Value:
    """What a subscript jumps over: a positive constant, or a parameter that stands before."""
    symbol = builder.lookup(size.name) if isinstance(size, c_ast.ID) else None
    if isinstance(symbol, Parameter) and symbol.type.is_integer:
        return symbol
    return Constant(I32, _constant_extent(builder, node, size))


def _qualifiers(node: c_ast.Decl) -> list[str]:
    """Those of the parameter itself: `restrict` may stand at the pointer or in the brackets."""
    inner = node.type
    if isinstance(inner, c_ast.ArrayDecl):
        return [*(inner.dim_quals or []), *_element_words(node)]
    return [*(getattr(inner, "quals", None) or []), *_element_words(node)]


def _element_words(node: c_ast.Decl) -> list[str]:
    inner = node.type
    while isinstance(inner, c_ast.ArrayDecl | c_ast.PtrDecl):
        inner = inner.type
    return list(getattr(inner, "quals", None) or [])


def assigned_parameters(builder: Builder, body: c_ast.Node) -> None:
    """A parameter that the body assigns becomes a variable that starts with its value."""
    for name in sorted(_assigned_names(body)):
        meaning = builder.scopes[-1].get(name)
        if isinstance(meaning, Parameter):
            slot = Slot(builder.function.fresh_slot_name(name), meaning.type)
            builder.function.slots.append(slot)
            builder.emit("store", meaning, place=slot)
            builder.scopes[-1][name] = slot


def _assigned_names(body: c_ast.Node) -> set[str]:
    names: set[str] = set()
    pending = [body]
    while pending:
        node = pending.pop()
        target = None
        if isinstance(node, c_ast.Assignment):
            target = node.lvalue
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("p++", "p--", "++", "--"):
            target = node.expr
        if isinstance(target, c_ast.ID):
            names.add(target.name)
        pending += children(node)
    return names


def file_constant(node: c_ast.Decl, known: dict[str, Constant]) -> Constant | None:
    """`static const int N = 4;`: a constant of the file; None for any other declaration."""
    type_ = scalar_type(node.type)
    if type_ is None or node.init is None or "const" not in (node.quals or ()):
        return None
    value = constant_value(node.init, known)
    return converted(value, type_) if value is not None else None
