"""The front end: a C file to a module in memory form.

Every variable lives in a slot, as at -O0; every loop has a preheader, header, body, latch and exit.
Only the functions asked for and those they call are lowered, so that the rest of a file may be
anything that parses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pycparser import c_ast

from compiler_core.errors import UnknownName
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.builder import Builder, Name
from compiler_core.loop.front_end.c_types import scalar_type
from compiler_core.loop.front_end.constants import constant_value
from compiler_core.loop.front_end.declarations import (
    assigned_parameters,
    declare_parameter,
    file_constant,
)
from compiler_core.loop.front_end.parsing import children, location_of, parse_c, too_deep
from compiler_core.loop.front_end.preparation import Prepared, prepare
from compiler_core.loop.front_end.spans import Spans
from compiler_core.loop.front_end.statements import lower_statement
from compiler_core.loop.ir.editing import remove_unreachable
from compiler_core.loop.ir.types import I32, VOID, Type
from compiler_core.loop.ir.values import Block, Constant, Function, Module
from compiler_core.source import Location, SourceFile

_LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)


@dataclass(slots=True)
class _File:
    """One parsed file: its definitions, constants, and the functions lowered so far."""

    source: SourceFile
    definitions: dict[str, c_ast.FuncDef]
    constants: dict[str, Constant]
    spans: Spans
    module: Module = field(default_factory=Module)


def function_names(source: SourceFile) -> tuple[str, ...]:
    """The functions that the file defines, in order. Raises OutsideSubset."""
    return tuple(_read(source).definitions)


def main_function(source: SourceFile) -> str:
    """The first function with a loop, else the first. Raises OutsideSubset if there is none."""
    definitions = _read(source).definitions
    with_loops = [name for name, node in definitions.items() if _loop_count(node.body)]
    if not definitions:
        raise OutsideSubset(
            "The source defines no function.",
            "Put the loop into a function.",
            Location(source.name, 1, 1),
        )
    return (with_loops or list(definitions))[0]


def lower_source(source: SourceFile, function: str = "") -> Module:
    """`function` and what it calls; all functions of the file if empty.

    The one asked for stands last. Raises OutsideSubset at the place of what is not in the subset,
    UnknownName if the file does not define the function.
    """
    file = _read(source)
    if function and function not in file.definitions:
        raise UnknownName(
            f"The source does not define {function}.",
            f"It defines: {', '.join(file.definitions) or 'nothing'}.",
        )
    try:
        for name in [function] if function else file.definitions:
            _lower(file, name, ())
    except RecursionError as error:
        raise too_deep(Location(source.name, 1)) from error
    return file.module


def _read(source: SourceFile) -> _File:
    if source.language != "c":
        raise OutsideSubset(
            "This is C++.", "The textbook compiler reads C.", Location(source.name, 1, 1)
        )
    prepared = prepare(source)
    tree = parse_c(prepared.text, source.name)
    definitions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    return _File(
        source,
        definitions,
        _file_constants(tree, prepared, source.name),
        Spans(source.name, source.text),
    )


def _file_constants(tree: c_ast.FileAST, prepared: Prepared, name: str) -> dict[str, Constant]:
    """#define, enum and `static const`, in this order."""
    known: dict[str, Constant] = {}
    for named in prepared.constants:
        # One trial parse: the text is an expression or it is not.
        location = Location(name, named.line, 1)
        try:
            parsed = parse_c(f"int x = ({named.text});", name)
        except OutsideSubset as error:
            raise _bad_constant(named.name, location) from error
        value = constant_value(parsed.ext[0].init, known)
        if value is None:
            raise _bad_constant(named.name, location)
        known[named.name] = value
    for node in tree.ext:
        known.update(_enumerators(node, known))
        if isinstance(node, c_ast.Decl):
            value = file_constant(node, known)
            known.update({node.name: value} if value is not None else {})
    return known


def _bad_constant(name: str, location: Location) -> OutsideSubset:
    return OutsideSubset(
        f"#define {name} is not a number.",
        "Only named numbers are read; write the code out.",
        location,
    )


def _enumerators(node: c_ast.Node, known: dict[str, Constant]) -> Iterator[tuple[str, Constant]]:
    inner = node.type if isinstance(node, c_ast.Decl) else None
    if not isinstance(inner, c_ast.Enum) or inner.values is None:
        return
    following = 0
    for enumerator in inner.values.enumerators:
        value = constant_value(enumerator.value, known) if enumerator.value is not None else None
        following = int(value.value) if value is not None else following
        known[enumerator.name] = Constant(I32, following)
        yield enumerator.name, known[enumerator.name]
        following += 1


def _lower(file: _File, name: str, callers: tuple[str, ...]) -> None:
    """Lower one function after those it calls."""
    if name in file.module.functions:
        return
    definition = file.definitions[name]
    for called, node in _calls(definition.body):
        if called in (*callers, name):
            raise OutsideSubset(
                f"{called} calls itself, here or through others.",
                "Write a loop instead.",
                location_of(node, file.source.name),
            )
        if called in file.definitions:
            _lower(file, called, (*callers, name))
    file.module.functions[name] = _lowered(file, definition)


def _calls(body: c_ast.Node) -> Iterator[tuple[str, c_ast.Node]]:
    pending = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            yield node.name.name, node
        pending += children(node)


def _lowered(file: _File, definition: c_ast.FuncDef) -> Function:
    declaration = definition.decl
    result = _result_type(file, declaration)
    function = Function(declaration.name, result, [])
    entry = Block(function.fresh_block_name("entry"))
    names: dict[str, Name] = dict(file.constants)
    builder = Builder(
        file=file.source.name,
        spans=file.spans,
        function=function,
        block=entry,
        loop_count=_loop_count(definition.body),
        scopes=[names, {}],
        signatures=file.module.functions,
    )
    function.blocks.append(entry)
    parameters = declaration.type.args
    for node in parameters.params if parameters is not None else []:
        declare_parameter(builder, node)
    assigned_parameters(builder, definition.body)
    lower_statement(builder, definition.body)
    if not builder.ended:
        # C leaves the value open; here it is zero.
        builder.emit("return", *([] if result == VOID else [Constant(result, 0)]))
    remove_unreachable(function)
    return function


def _result_type(file: _File, declaration: c_ast.Decl) -> Type:
    result = scalar_type(declaration.type.type)
    if result is None:
        raise OutsideSubset(
            f"{declaration.name} returns something that is not a number.",
            "Functions return void or a number.",
            location_of(declaration, file.source.name),
        )
    return result


def _loop_count(body: c_ast.Node) -> int:
    count, pending = 0, [body]
    while pending:
        node = pending.pop()
        count += isinstance(node, _LOOPS)
        pending += children(node)
    return count
