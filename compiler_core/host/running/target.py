"""The function to run: found by name, with its parameters' shapes, or why it cannot be driven."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from compiler_core.errors import InputError, UnknownName
from compiler_core.host.running.shapes import Shape, first_unknown
from compiler_core.host.running.syntax_limits import check_depth, check_length
from compiler_core.host.running.templates import instantiations_of, is_template, specialised
from compiler_core.host.running.type_reading import (
    parameter_shape,
    result_shape,
    shape_of,
    type_table,
)
from compiler_core.host.source_reading.signature import function_declarator, qualified_name
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    line_of,
    text_of,
)
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import Language, SourceFile

Linkage = Literal["external", "kept"]

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_CLASSES = ("class_specifier", "struct_specifier", "union_specifier")
_AT_LINE = re.compile(r"(?P<name>.+):(?P<line>\d+)")


@dataclass(frozen=True, slots=True)
class Argument:
    """One parameter of the function to run; name is `argument1`… if it has none."""

    name: str
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A function that a driver can call."""

    name: str
    """Qualified, with template arguments."""
    unit: int
    """Which of the sources defines it."""
    node: Node
    """Its definition in the syntax tree, for a template with the arguments in place."""
    arguments: tuple[Argument, ...]
    """Its parameters in order, each with its name and shape."""
    result: Shape | None
    """Shape of what it returns, None for void. kept: it is `static`, `inline` or a template, so
    that the compiler would leave it out without a line added to the end of its source."""
    linkage: Linkage
    """`external`, or `kept` where the compiler would leave it out without a line added to its
    source."""
    line: int
    """Line where its definition starts, from 1."""
    language: Language
    """Of its source file."""
    namespaces: tuple[str, ...]
    """Those around it, outermost first."""

    @property
    def body(self) -> Node:
        """The function's body."""
        return self.node.child_by_field_name("body") or self.node

    @property
    def has_loop(self) -> bool:
        """True if a loop statement stands in it."""
        return _has_loop(self.body)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A function definition of the sources under one name it can be asked for."""

    name: str
    unit: int
    source: SourceFile
    node: Node
    line: int


def find_target(sources: Sequence[SourceFile], name: str = "") -> Target:
    """The function of this name; without a name the first one with a loop that can be driven.

    Raises UnknownName if there is none, InputError with the reason if it cannot be driven.
    """
    for source in sources:
        check_depth(source)
    candidates = [
        function for unit, source in enumerate(sources) for function in _all(unit, source)
    ]
    if not candidates:
        raise InputError(
            "The source defines no function that could be run.",
            "Write the loop inside a function; one made by a macro is not seen.",
        )
    if name:
        return _target(_named(candidates, name))
    return _first_target(candidates)


def function_names(sources: Sequence[SourceFile]) -> tuple[str, ...]:
    """Every function of the sources by the name it is asked for, in order."""
    return tuple(
        function.name for unit, source in enumerate(sources) for function in _all(unit, source)
    )


def name_at(sources: Sequence[SourceFile], line: int) -> str:
    """How to ask for the function that holds this line of the first source; empty if none does."""
    holding = [
        candidate
        for candidate in _all(0, sources[0])
        if candidate.line <= line <= candidate.node.end_point[0] + 1
    ]
    innermost = max(holding, key=lambda function: function.line, default=None)
    return f"{innermost.name}:{innermost.line}" if innermost is not None else ""


def _all(unit: int, source: SourceFile) -> Iterator[Candidate]:
    for node in declarations_and_loops(source):
        if node.type != "function_definition" or function_declarator(node) is None:
            continue
        name = qualified_name(node)
        instances = instantiations_of(source, node)
        if not instances:
            yield Candidate(name, unit, source, node, line_of(node))
        for arguments in instances:
            shown = f"{name}<{', '.join(arguments)}>"
            yield Candidate(
                shown, unit, source, specialised(source, node, arguments), line_of(node)
            )


def _named(candidates: Sequence[Candidate], name: str) -> Candidate:
    at = _AT_LINE.fullmatch(name)
    wanted, line = (at["name"], int(at["line"])) if at else (name, 0)
    functions = [
        function
        for function in candidates
        if _answers(function, wanted) and line in (0, function.line)
    ]
    if len(functions) == 1:
        return functions[0]
    if functions:
        ways = ", ".join(f"{function.name}:{function.line}" for function in functions)
        raise InputError(f"{len(functions)} functions are called {wanted}.", f"Say which: {ways}.")
    known = ", ".join(function.name for function in candidates)
    raise UnknownName(f"The source defines no function {name}.", f"It defines: {known}.")


def _answers(candidate: Candidate, name: str) -> bool:
    spaceless = name.replace(" ", "")
    return spaceless in (
        candidate.name.replace(" ", ""),
        candidate.name.rpartition("::")[2].replace(" ", ""),
        candidate.name.partition("<")[0],
    )


def _has_loop(node: Node) -> bool:
    return any(descendant.type in KINDS for descendant in walk(node))


def _first_target(candidates: Sequence[Candidate]) -> Target:
    """External functions with a loop first, then kept ones, then any. If none, the refusal of one
    with a loop before others, templates last: what calls them is of fixed types."""
    targets: list[Target] = []
    refusals: list[tuple[tuple[bool, bool], InputError]] = []
    for candidate in candidates:
        try:
            targets.append(_target(candidate))
        except InputError as error:
            node = candidate.node
            refusals.append(((is_template(node), not _has_loop(node)), error))
    if not targets:
        raise min(refusals, key=lambda refusal: refusal[0])[1]
    return min(targets, key=lambda target: (not target.has_loop, target.linkage != "external"))


def _target(candidate: Candidate) -> Target:
    node = candidate.node
    _check_form(candidate)
    check_length(candidate.name, node)
    table = type_table(candidate.source)
    declarator = function_declarator(node)
    assert declarator is not None
    nodes = [child for child in _listed(declarator) if child.type in _PARAMETERS]
    nodes = [child for child in nodes if text_of(child) != "void"]
    arguments = tuple(
        Argument(_name(child, number), parameter_shape(child, table))
        for number, child in enumerate(nodes, 1)
    )
    for argument in arguments:
        _check_argument(candidate.name, argument)
    return Target(
        name=candidate.name,
        unit=candidate.unit,
        node=node,
        arguments=arguments,
        result=_result(node, declarator, candidate),
        linkage=_linkage(node),
        line=candidate.line,
        language=candidate.source.language,
        namespaces=tuple(_namespaces(node)),
    )


def _listed(declarator: Node) -> Sequence[Node]:
    listed = declarator.child_by_field_name("parameters")
    return listed.named_children if listed is not None else ()


def _name(node: Node, number: int) -> str:
    return text_of(declared_name(node.child_by_field_name("declarator"))) or f"argument{number}"


def _check_form(candidate: Candidate) -> None:
    """Raises InputError for kinds of functions that no driver can call."""
    name, node = candidate.name, candidate.node
    declarator = function_declarator(node)
    assert declarator is not None
    kinds = {child.type for child in _listed(declarator)}
    if name == "main":
        message = "main is where a program starts, not a function to be called."
        raise InputError(message, "Put the loop into a function of its own and name that.")
    if kinds & {"variadic_parameter", "variadic_parameter_declaration", "..."}:
        message = f"{name} takes a variable number of arguments, and nothing says which."
        raise InputError(message, "Write a function that calls it, and run that one.")
    if "identifier" in kinds or any(child.type == "declaration" for child in node.children):
        message = f"{name} is declared in the old style, with its parameters' types below."
        raise InputError(message, "Write the types between the parentheses.")
    if _is_member(node, candidate.source):
        message = f"{name} is a member of a class: it needs an object, which only you can make."
        raise InputError(message, "Write a function that makes the object and calls it; run that.")
    if is_template(node):
        message = f"{name} is a template, and nothing says for which types."
        advice = f"Add a line such as `template {_example_instance(node)};`, or call it from a "
        raise InputError(message, f"{advice}function of fixed types.")


def _example_instance(node: Node) -> str:
    declarator = function_declarator(node)
    name = text_of(declared_name(declarator))
    return f"void {name}<float>(…)"


def _is_member(node: Node, source: SourceFile) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type in _CLASSES:
            return True
        parent = parent.parent
    written = text_of(declared_name(function_declarator(node)))
    scope = written.rpartition("::")[0].rpartition("::")[2].partition("<")[0]
    return bool(scope) and scope in type_table(source).records


def _check_argument(function: str, argument: Argument) -> None:
    unknown = first_unknown(argument.shape)
    if unknown is None:
        return
    what = f"{function} cannot be driven: its parameter {argument.name} needs {unknown.name}, and "
    missing = "not defined" in unknown.reason
    advice = "Define the type in this source, or write" if missing else "Write"
    raise InputError(
        f"{what}{unknown.reason}.",
        f"{advice} a function of plain numbers and arrays that calls it, and run that one.",
    )


def _result(node: Node, declarator: Node, candidate: Candidate) -> Shape | None:
    table = type_table(candidate.source)
    trailing = next(
        (child for child in declarator.named_children if child.type == "trailing_return_type"), None
    )
    if trailing is not None:
        described = trailing.named_children[0]
        return shape_of(described, described.child_by_field_name("declarator"), table)
    shape = result_shape(node, node.child_by_field_name("declarator"), table)
    return None if getattr(shape, "name", "") == "void" else shape


def _linkage(node: Node) -> Linkage:
    words = {text_of(child) for child in node.children if "specifier" in child.type}
    words |= {child.type for child in node.children}
    if words & {"static", "inline", "__inline", "__inline__", "constexpr", "consteval"}:
        return "kept"
    parent = node.parent
    while parent is not None:
        if parent.type == "namespace_definition" and parent.child_by_field_name("name") is None:
            return "kept"
        parent = parent.parent
    return "external"


def _namespaces(node: Node) -> list[str]:
    names: list[str] = []
    parent = node.parent
    while parent is not None:
        name = parent.child_by_field_name("name")
        if parent.type == "namespace_definition" and name is not None:
            names.insert(0, text_of(name))
        parent = parent.parent
    return names
