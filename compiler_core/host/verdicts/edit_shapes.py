"""Shapes of a loop that an edit of the source can start from; what each edit needs is said once.

The edits (host/source_edits) read the same nodes, so that a suggestion is offered exactly where its
edit applies.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, read_loop, walk
from compiler_core.host.verdicts.statement_rules import pragmas_above

_RESTRICTED = re.compile(r"\b(restrict|__restrict|__restrict__)\b")
_COMPARISONS = ("<", "<=", "!=", ">", ">=")


def pointer_parameters(text: LoopText) -> list[Node]:
    """Parameters of the function that are plain pointers or arrays: no references, no functions."""
    if text.function is None:
        return []
    return [
        node
        for node in walk(text.function)
        if node.type == "parameter_declaration"
        and _owner(node) == text.function
        and _pointer_declarator(node) is not None
    ]


def _owner(node: Node) -> Node | None:
    """The function definition whose own parameter list holds this node."""
    listed = node.parent
    declarator = listed.parent if listed is not None else None
    owner = declarator.parent if declarator is not None else None
    while owner is not None and owner.type.endswith("declarator"):
        owner = owner.parent
    return owner if owner is not None and owner.type == "function_definition" else None


def _pointer_declarator(node: Node) -> Node | None:
    declarator = node.child_by_field_name("declarator")
    if declarator is None or declarator.type not in ("pointer_declarator", "array_declarator"):
        return None
    if "&" in text_of(declarator) or "(" in text_of(declarator):
        return None
    return declarator


def unrestricted_parameters(text: LoopText) -> list[Node]:
    """Pointer parameters `T *name` without restrict, of which `restrict` can be written."""
    return [
        node
        for node in pointer_parameters(text)
        if not _RESTRICTED.search(text_of(node))
        and "volatile" not in text_of(node)
        and (declarator := _pointer_declarator(node)) is not None
        and declarator.type == "pointer_declarator"
    ]


def has_pointer_parameter(text: LoopText) -> bool:
    return bool(pointer_parameters(text))


def is_restrictable(text: LoopText) -> bool:
    """At least two pointers, one of them not yet restrict."""
    return bool(unrestricted_parameters(text)) and len(pointer_parameters(text)) > 1


def bound_of(text: LoopText) -> Node | None:
    """The right side of a `for` loop's comparison with its own counter."""
    condition = text.condition
    if condition is None or condition.type != "binary_expression" or not text.variable:
        return None
    if text_of(condition.child_by_field_name("operator")) not in _COMPARISONS:
        return None
    if text_of(condition.child_by_field_name("left")) != text.variable:
        return None
    return condition.child_by_field_name("right")


def _start_of(text: LoopText) -> str:
    initializer = text.loop.child_by_field_name("initializer")
    return text_of(initializer).rstrip(";").rpartition("=")[2].strip()


def counts_up(text: LoopText) -> bool:
    """`i < bound; i++`"""
    condition = text.condition
    update = text_of(text.loop.child_by_field_name("update"))
    if bound_of(text) is None or condition is None:
        return False
    operator = text_of(condition.child_by_field_name("operator"))
    return operator == "<" and update in (f"{text.variable}++", f"++{text.variable}")


def has_parameter_bound(text: LoopText) -> bool:
    """`for (i = 0; i < n; i++)` with n an integer parameter or local."""
    bound = bound_of(text)
    update = text_of(text.loop.child_by_field_name("update"))
    if bound is None or bound.type != "identifier" or _start_of(text) != "0":
        return False
    name = text.names.get(text_of(bound))
    steps = (f"{text.variable}++", f"++{text.variable}")
    return name is not None and not name.pointer and not name.floating and update in steps


def has_simple_bound(text: LoopText) -> bool:
    """The bound is a readable expression without side effects that the loop's counter is not in."""
    bound = bound_of(text)
    if bound is None:
        return False
    calls = any(part.type in ("call_expression", "update_expression") for part in walk(bound))
    return not calls and re.search(rf"\b{text.variable}\b", text_of(bound)) is None


def has_simple_counter(text: LoopText) -> bool:
    """The counter is declared in the header of the `for`."""
    initializer = text.loop.child_by_field_name("initializer")
    return initializer is not None and initializer.type == "declaration"


def uses_local_array(text: LoopText) -> bool:
    return bool(local_arrays(text))


def local_arrays(text: LoopText) -> list[Node]:
    """Declarations of arrays in the same function that the loop uses."""
    if text.function is None:
        return []
    used = {text_of(node) for node in text.nodes("identifier")}
    return [
        node
        for node in walk(text.function)
        if node.type == "declaration"
        and node.start_byte < text.loop.start_byte
        and any(
            part.type == "array_declarator"
            and text_of(part.child_by_field_name("declarator")) in used
            for part in walk(node)
        )
        and "alignas" not in text_of(node).lower()
    ]


def body_statements(text: LoopText) -> list[Node]:
    """The statements of the body, without comments; a single statement counts as one."""
    body = text.body
    if body.type != "compound_statement":
        return [body]
    return [node for node in body.named_children if node.type != "comment"]


def leading_exit(text: LoopText) -> Node | None:
    """`if (…) break;` or `if (…) return …;` as the first of several statements of the body."""
    statements = body_statements(text)
    first = statements[0] if len(statements) > 1 else None
    if first is None or first.type != "if_statement":
        return None
    if first.child_by_field_name("alternative") is not None:
        return None
    consequence = first.child_by_field_name("consequence")
    inner = consequence
    while inner is not None and inner.type == "compound_statement":
        inner = inner.named_children[0] if len(inner.named_children) == 1 else None
    if inner is None or inner.type not in ("break_statement", "return_statement"):
        return None
    return first


def begins_with_exit(text: LoopText) -> bool:
    """The only way out is the first statement, in a `for` that counts a variable."""
    first = leading_exit(text)
    if first is None or not counts_up(text) or not has_simple_counter(text):
        return False
    leaving = [
        node
        for node in walk(text.body)
        if node.type in ("break_statement", "return_statement", "goto_statement", "throw_statement")
    ]
    return len(leaving) == 1


def guarded_assignment(text: LoopText) -> Node | None:
    """`if (c) target = value;` without else, the target an array element: the if statement."""
    for node in text.nodes("if_statement"):
        if node.child_by_field_name("alternative") is not None or _declares(node):
            continue
        assignment = only_assignment(node.child_by_field_name("consequence"))
        if assignment is None:
            continue
        target = assignment.child_by_field_name("left")
        plain = text_of(assignment.child_by_field_name("operator")) == "="
        if plain and target is not None and target.type == "subscript_expression":
            return node if _is_pure(target) else None
    return None


def _declares(node: Node) -> bool:
    """`if (int v = x[i]; v > 0)`: what the condition declares stays with the `if`."""
    condition = node.child_by_field_name("condition")
    kinds = ("declaration", "init_statement")
    return condition is not None and any(part.type in kinds for part in walk(condition))


def only_assignment(node: Node | None) -> Node | None:
    """The one assignment a statement or block consists of."""
    while node is not None and node.type in ("compound_statement", "expression_statement"):
        children = [child for child in node.named_children if child.type != "comment"]
        node = children[0] if len(children) == 1 else None
    return node if node is not None and node.type == "assignment_expression" else None


def _is_pure(node: Node) -> bool:
    return not any(
        part.type in ("update_expression", "call_expression", "assignment_expression")
        for part in walk(node)
    )


def has_guarded_assignment(text: LoopText) -> bool:
    return guarded_assignment(text) is not None


def stands_in_block(text: LoopText) -> bool:
    """Statements can be put before the loop: it is not the bare body of an `if` or a label's."""
    return text.loop.parent is not None and text.loop.parent.type == "compound_statement"


def has_condition(text: LoopText) -> bool:
    """Not `for (;;)`, above which GCC takes no pragma of its own."""
    return text.loop.type != "for_statement" or text.condition is not None


def can_be_copied(text: LoopText) -> bool:
    """No label, which stands in a function only once, be it the source's or the assembler's."""
    return not any(text.nodes("labeled_statement", "gnu_asm_expression"))


def is_read_whole(text: LoopText) -> bool:
    """A macro in place of a statement may leave parts that no grammar takes for C or C++."""
    return not text.loop.has_error


def called_names(text: LoopText) -> list[str]:
    """Plain names of the functions called in the loop."""
    callees = (
        text_of(node.child_by_field_name("function")) for node in text.nodes("call_expression")
    )
    return [name for name in callees if re.fullmatch(r"\w+", name)]


def declarations_of(text: LoopText, name: str) -> list[Node]:
    """Declarations and the definition of a function at file level."""
    root = text.loop
    while root.parent is not None:
        root = root.parent
    return [
        node
        for node in root.named_children
        if node.type in ("declaration", "function_definition")
        and any(
            part.type == "function_declarator"
            and text_of(part.child_by_field_name("declarator")) == name
            for part in walk(node)
            if node.type == "declaration" or part.end_byte <= _body_start(node)
        )
    ]


def _body_start(definition: Node) -> int:
    body = definition.child_by_field_name("body")
    return body.start_byte if body is not None else definition.end_byte


def calls_declared_function(text: LoopText) -> bool:
    return any(declarations_of(text, name) for name in called_names(text))


def nest_of(text: LoopText) -> tuple[LoopText, LoopText] | None:
    """(outer, inner): the loop with the one directly inside or around it, nothing between."""
    inside = body_statements(text)
    if len(inside) == 1 and inside[0].type == "for_statement":
        return text, read_loop(inside[0], text.function, text.names, text.source)
    outer = text.loop.parent
    while outer is not None and outer.type == "compound_statement":
        outer = outer.parent
    if outer is None or outer.type != "for_statement":
        return None
    around = read_loop(outer, text.function, text.names, text.source)
    return (around, text) if body_statements(around) == [text.loop] else None


def is_interchangeable(text: LoopText) -> bool:
    """Two counted loops in a perfect nest, neither header naming the other's counter."""
    nest = nest_of(text)
    if nest is None or not all(part.variable for part in nest):
        return False
    outer, inner = nest
    return not _names(header_text(inner), outer.variable) and not _names(
        header_text(outer), inner.variable
    )


def header_text(text: LoopText) -> str:
    """From the keyword to the body."""
    length = text.body.start_byte - text.loop.start_byte
    return (text.loop.text or b"")[:length].decode("utf-8", "replace")


def _names(code: str, variable: str) -> bool:
    return re.search(rf"\b{re.escape(variable)}\b", code) is not None


def variable_step(text: LoopText) -> str:
    """`step` of `i += step`; empty if the step is anything else."""
    update = text_of(text.loop.child_by_field_name("update"))
    match = re.fullmatch(r"\w+\s*\+=\s*([A-Za-z_]\w*)", update)
    return match[1] if match else ""


def has_variable_step(text: LoopText) -> bool:
    return bool(variable_step(text))


def has_pragma(text: LoopText) -> bool:
    """Some pragma stands directly above the loop."""
    return bool(pragmas_above(text))
