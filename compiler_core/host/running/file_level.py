"""What a function uses from its file: variables to fill, and functions that are only declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.running.math_functions import wider_function
from compiler_core.host.running.outline import is_function, root_of, top_level
from compiler_core.host.running.shapes import (
    Number,
    Pointer,
    Record,
    Shape,
    first_unknown,
    is_constant,
    spell,
)
from compiler_core.host.running.target import Target
from compiler_core.host.running.type_reading import (
    parameter_shape,
    result_shape,
    shape_of,
    type_table,
)
from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    inner_declarator,
    text_of,
)
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile

# What the C library has; a source may declare these by hand.
_LIBRARY = frozenset(
    ("abort", "abs", "atof", "atoi", "calloc", "exit", "free", "labs", "llabs", "malloc", "memchr",
     "memcmp", "memcpy", "memmove", "memset", "printf", "putchar", "puts", "qsort", "rand",
     "realloc", "srand", "strcat", "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strncpy",
     "time", "clock")
)  # fmt: skip
_STORAGE = {"static", "extern", "typedef", "constexpr", "thread_local", "_Thread_local"}


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of the file that the driver can reach. initialised: keeps what the source says."""

    name: str
    shape: Shape
    initialised: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """A function that the source declares and calls, and that nothing defines: the driver does."""

    name: str
    text: str
    note: str


def globals_of(target: Target, source: SourceFile) -> tuple[Global, ...]:
    """Non-constant variables with external linkage that any function of the file names."""
    root = root_of(source)
    if root is None:
        return ()
    table = type_table(source)
    used = {
        text_of(part)
        for node in declarations_and_loops(source)
        if node.type == "function_definition"
        for part in walk(node)
        if part.type == "identifier"
    }
    own = {argument.name for argument in target.arguments}
    variables: list[Global] = []
    for node in top_level(root):
        if node.type != "declaration" or {text_of(child) for child in node.children} & _STORAGE:
            continue
        for declarator in node.children_by_field_name("declarator"):
            initialised = declarator.type == "init_declarator"
            inner = declarator.child_by_field_name("declarator") if initialised else declarator
            name = text_of(declared_name(inner))
            shape = shape_of(node, inner, table)
            if name in used - own and _is_plain(shape, inner):
                variables.append(Global(name, shape, initialised))
    return tuple(variables)


def _is_plain(shape: Shape, declarator: Node | None) -> bool:
    if declarator is None or is_function(declarator) or isinstance(shape, Pointer):
        return False
    return first_unknown(shape) is None and not is_constant(shape)


def missing_functions(target: Target, sources: Sequence[SourceFile]) -> tuple[Missing, ...]:
    """Functions that are declared and called in the target's source and defined in none.

    What the compiler itself knows (`sqrtf`, `memcpy`) is left to the C library.
    """
    source = sources[target.unit]
    defined = {
        text_of(declared_name(node.child_by_field_name("declarator")))
        for source_file in sources
        for node in declarations_and_loops(source_file)
        if node.type == "function_definition"
    }
    called = {
        text_of(node.child_by_field_name("function"))
        for definition in declarations_and_loops(source)
        if definition.type == "function_definition"
        for node in walk(definition)
        if node.type == "call_expression"
    }
    root = root_of(source)
    missing: dict[str, Missing] = {}
    for node in top_level(root) if root is not None else ():
        if node.type != "declaration":
            continue
        for declarator in node.children_by_field_name("declarator"):
            name = text_of(declared_name(declarator))
            known = name in _LIBRARY or wider_function(name) != name or name.startswith("__")
            if is_function(declarator) and name in called - defined and not known:
                made = _definition(node, declarator, name, source)
                if made is not None:
                    missing[name] = made
    return tuple(missing.values())


def _definition(node: Node, declarator: Node, name: str, source: SourceFile) -> Missing | None:
    table = type_table(source)
    function = _function_declarator(declarator)
    listed = function.child_by_field_name("parameters") if function is not None else None
    if listed is None:
        return None
    result = result_shape(node, declarator, table)
    nodes = [
        child
        for child in listed.named_children
        if child.type == "parameter_declaration" and text_of(child) != "void"
    ]
    shapes = [parameter_shape(child, table) for child in nodes]
    if any(first_unknown(shape) for shape in (*shapes, result)):
        return None
    parameters = ", ".join(_spelled(shape, f"lowlab_a{k}") for k, shape in enumerate(shapes))
    body, words = _result(result, shapes)
    linkage = 'extern "C" ' if _is_c_linkage(node) else ""
    head = f"{linkage}{spell(result, const=True)} {name}({parameters or 'void'})"
    text = f"#if !__has_builtin({name})\n{head} {{ {body} }}\n#endif"
    return Missing(name, text, f"The source only declares {name}; here it {words}.")


def _spelled(shape: Shape, name: str) -> str:
    return spell(shape, name, const=True)


def _function_declarator(declarator: Node | None) -> Node | None:
    while declarator is not None and declarator.type != "function_declarator":
        declarator = inner_declarator(declarator)
    return declarator


def _result(result: Shape, shapes: Sequence[Shape]) -> tuple[str, str]:
    """The body, and what it does in words."""
    kind = spell(result)
    if isinstance(result, Number) and result.name == "void":
        return "", "does nothing"
    first = next((k for k, shape in enumerate(shapes) if isinstance(shape, Number)), None)
    if isinstance(result, Number) and first is not None:
        # Halving is exact, so that the result has one rounding whatever the compiler does.
        words = "returns its first number halved, plus 1"
        return f"return ({kind})(lowlab_a{first} / 2 + 1);", words
    if isinstance(result, Record):
        return f"{kind} made = {{0}}; return made;", "returns zeros"
    return "return 0;", "returns 0"


def _is_c_linkage(node: Node) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type == "linkage_specification":
            return True
        parent = parent.parent
    return False
