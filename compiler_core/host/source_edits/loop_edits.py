"""Edits that rewrite the loop itself."""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_edits.edit import (
    Edit,
    EditRequest,
    insert,
    replace_node,
    statement_above,
)
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.edit_shapes import (
    body_statements,
    bound_of,
    called_names,
    declarations_of,
    guarded_assignment,
    leading_exit,
    nest_of,
    only_assignment,
)
from compiler_core.host.verdicts.loop_text import LoopText, walk
from compiler_core.host.verdicts.reduction_rules import memory_reductions

_NOINLINE = re.compile(r"\bnoinline\b|\b__noinline__\b")


def version_multiple(request: EditRequest) -> tuple[Edit, ...]:
    """`if (n % 8 == 0) { loop } else { loop }`"""
    loop = request.text.loop
    indentation = request.indentation()
    copy = request.slice(loop.start_byte, loop.end_byte).replace("\n", "\n  ")
    bound = text_of(bound_of(request.text))
    head = f"if ({bound} % 8 == 0) {{\n{indentation}  "
    text = f"{head}{copy}\n{indentation}}} else {{\n{indentation}  {copy}\n{indentation}}}"
    return (Edit(loop.start_byte, loop.end_byte, text, len(head.encode())),)


def interchange(request: EditRequest) -> tuple[Edit, ...]:
    """Swap the headers of a loop and the one directly inside it."""
    nest = nest_of(request.text)
    if nest is None:
        return ()
    (outer, inner) = nest
    heads = [
        request.slice(part.loop.start_byte, part.body.start_byte).rstrip()
        for part in (outer, inner)
    ]
    starts = [part.loop.start_byte for part in (outer, inner)]
    ends = [start + len(head.encode()) for start, head in zip(starts, heads, strict=True)]
    return (Edit(starts[0], ends[0], heads[1]), Edit(starts[1], ends[1], heads[0]))


def split_early_exit(request: EditRequest) -> tuple[Edit, ...]:
    """A loop that finds where to stop, then one that works up to there."""
    text = request.text
    leaving = leading_exit(text)
    if leaving is None:
        return ()
    indentation = request.indentation()
    stop = _fresh(request, "stop")
    search, work, after = _halves(request, leaving, stop)
    head = search + indentation
    loop = text.loop
    tail = f"\n{indentation}{after}" if after else ""
    edit_text = head + work + tail
    return (Edit(loop.start_byte, loop.end_byte, edit_text, len(head.encode())),)


def _halves(request: EditRequest, leaving: Node, stop: str) -> tuple[str, str, str]:
    """The search with its counter, the loop that works, and the return after both."""
    text, indentation = request.text, request.indentation()
    declaration = text.loop.child_by_field_name("initializer")
    started = _renamed(request, declaration, stop)
    condition = _renamed(request, text.condition, stop)
    step = _renamed(request, text.loop.child_by_field_name("update"), stop)
    test = _renamed(request, leaving.child_by_field_name("condition"), stop)
    search = (
        f"{started.rstrip(';')};\n{indentation}for (; {condition}; {step})\n"
        f"{indentation}  if {test}\n{indentation}    break;\n"
    )
    bound = bound_of(text)
    header = request.slice(text.loop.start_byte, text.body.start_byte)
    header = header.replace(f"{text.variable} < {text_of(bound)}", f"{text.variable} < {stop}", 1)
    rest = "".join(
        f"\n{indentation}  {request.slice(node.start_byte, node.end_byte)}"
        for node in body_statements(text)[1:]
    )
    work = f"{header.rstrip()} {{{rest}\n{indentation}}}"
    return search, work, _return_after(request, leaving, stop, text_of(bound))


def _return_after(request: EditRequest, leaving: Node, stop: str, bound: str) -> str:
    statement = next(
        (node for node in walk(leaving) if node.type in ("return_statement", "break_statement")),
        None,
    )
    if statement is None or statement.type == "break_statement":
        return ""
    returned = _renamed(request, statement, stop)
    return f"if ({stop} < {bound})\n{request.indentation()}  {returned}"


def _renamed(request: EditRequest, node: Node | None, name: str) -> str:
    """A node's text with the loop's counter called otherwise."""
    if node is None:
        return ""
    parts: list[str] = []
    position = node.start_byte
    for part in walk(node):
        if part.type == "identifier" and text_of(part) == request.text.variable:
            parts += [request.slice(position, part.start_byte), name]
            position = part.end_byte
    return "".join([*parts, request.slice(position, node.end_byte)])


def _fresh(request: EditRequest, name: str) -> str:
    """A name that the source does not use yet."""
    number = 2
    chosen = name
    while re.search(rf"\b{chosen}\b", request.text.source.text):
        chosen = f"{name}_{number}"
        number += 1
    return chosen


def local_sum(request: EditRequest) -> tuple[Edit, ...]:
    """`*total += x[i]` becomes a sum in a variable, loaded before and stored after the loop."""
    places = dict.fromkeys(text_of(node) for node in memory_reductions(request.text))
    indentation = request.indentation()
    before: list[str] = []
    after: list[str] = []
    edits: list[Edit] = []
    for number, lvalue in enumerate(places):
        local = _fresh(request, f"local_sum{number or ''}")
        before.append(f"{_typed(request, lvalue)} {local} = {lvalue};")
        after.append(f"\n{indentation}{lvalue} = {local};")
        edits += _named_by(request.text, lvalue, local)
    edits.append(statement_above(request, f"\n{indentation}".join(before)))
    edits.append(insert(request.text.loop.end_byte, "".join(after)))
    return tuple(edits)


def _typed(request: EditRequest, expression: str) -> str:
    return "auto" if request.is_cpp else f"__typeof__({expression})"


def _named_by(text: LoopText, lvalue: str, local: str) -> list[Edit]:
    """Every mention of the place inside the loop; the outermost node counts."""
    kinds = ("pointer_expression", "field_expression", "subscript_expression", "identifier")
    mentions = [node for node in text.nodes(*kinds) if text_of(node) == lvalue]
    return [replace_node(node, local) for node in mentions]


def hoist_bound(request: EditRequest) -> tuple[Edit, ...]:
    """Read the bound into a variable before the loop."""
    bound = bound_of(request.text)
    if bound is None:
        return ()
    name = _fresh(request, "bound")
    line = f"const {_typed(request, text_of(bound))} {name} = {text_of(bound)};"
    return (statement_above(request, line), replace_node(bound, name))


def store_always(request: EditRequest) -> tuple[Edit, ...]:
    """`if (c) a[i] = v;` becomes `a[i] = (c) ? v : a[i];`"""
    guarded = guarded_assignment(request.text)
    if guarded is None:
        return ()
    assignment = only_assignment(guarded.child_by_field_name("consequence"))
    condition = text_of(guarded.child_by_field_name("condition"))
    if assignment is None:
        return ()
    target = text_of(assignment.child_by_field_name("left"))
    value = text_of(assignment.child_by_field_name("right"))
    return (replace_node(guarded, f"{target} = {condition} ? {value} : {target};"),)


def wide_index(request: EditRequest) -> tuple[Edit, ...]:
    """`unsigned i` in the loop's header becomes `unsigned long i`."""
    declaration = request.text.loop.child_by_field_name("initializer")
    declared = declaration.child_by_field_name("type") if declaration is not None else None
    return (replace_node(declared, "unsigned long"),) if declared is not None else ()


def inline_callee(request: EditRequest) -> tuple[Edit, ...]:
    """Take `noinline` off the called function and ask for inlining."""
    edits: list[Edit] = []
    for name in called_names(request.text):
        for node in declarations_of(request.text, name):
            if node.type == "function_definition":
                edits += _inlined(request, node)
    return tuple(edits)


def _inlined(request: EditRequest, definition: Node) -> list[Edit]:
    attributes = [
        node
        for node in walk(definition)
        if node.type in ("attribute_specifier", "attribute_declaration")
        and _NOINLINE.search(text_of(node))
    ]
    wanted = "__attribute__((always_inline)) "
    if not attributes:
        return [insert(definition.start_byte, wanted)]
    return [replace_node(node, wanted.strip()) for node in attributes[:1]]
