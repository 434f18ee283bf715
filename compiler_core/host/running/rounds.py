"""How many rounds a function's loops really made: what counts per element are shared out over.

A loop `for (i = 0; i < n; i++)` without another way out makes n rounds, and a nest of such loops
their product. Any other loop (`i += 3`, `i < j`, `while`, `break`) is counted: the same function
runs once more on the same inputs with a mark at the beginning of every loop's body. The mark is an
instruction without effect that no compiler may leave out, repeat or merge, so that its executions
are the rounds of the source, whatever was unrolled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tree_sitter import Node

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.running.outline import root_of
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.target import Target
from compiler_core.host.source_edits.edit import Edit, apply_edits, insert
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import line_of, text_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile

MarkedRun = Callable[[Sequence[SourceFile]], Iterable[tuple[str, int]]]
# Unallocated hints do nothing (Arm ARM, C6.2.126); 64 loops have one each.
_FIRST_HINT, MOST_LOOPS = 64, 64
_HINT = re.compile(r"hint\s+#?(?:0x(?P<hexadecimal>[0-9a-f]+)|(?P<number>\d+))$")
_LEAVING = ("break_statement", "return_statement", "goto_statement", "throw_statement")
_PLAIN_HEADER = re.compile(
    r"for\s*\(\s*(?:[A-Za-z_][\w\s]*?\s)?(?P<counter>\w+)\s*=\s*0\s*;"
    r"\s*(?P=counter)\s*<\s*[A-Za-z_]\w*\s*;\s*(?:(?P=counter)\s*\+\+|\+\+\s*(?P=counter))\s*\)"
)


def planned_rounds(target: Target, plan: Plan) -> int | None:
    """The plan's rounds where the loops make just those; a function that only calls itself has
    none."""
    if not target.has_loop and _calls_itself(target):
        return None
    return plan.elements


def are_plain(target: Target) -> bool:
    """True if every loop runs from 0 to a parameter in steps of one, to its end."""
    fixed = {argument.name for argument in target.arguments} - set(_changed(target.body))
    return all(_is_plain(node, fixed) for node in walk(target.body) if node.type in KINDS)


def _is_plain(loop: Node, fixed: set[str]) -> bool:
    """fixed: names that nothing in the function changes."""
    body = loop.child_by_field_name("body")
    if loop.type != "for_statement" or body is None:
        return False
    length = body.start_byte - loop.start_byte
    header = (loop.text or b"")[:length].decode("utf-8", "replace").strip()
    match = _PLAIN_HEADER.fullmatch(header)
    if match is None or any(node.type in _LEAVING for node in walk(body)):
        return False
    bound = text_of(_right(loop.child_by_field_name("condition")))
    return bound in fixed and match["counter"] not in _changed(body)


def _right(condition: Node | None) -> Node | None:
    return condition.child_by_field_name("right") if condition is not None else None


def _changed(body: Node) -> Iterator[str]:
    for node in walk(body):
        if node.type in ("assignment_expression", "update_expression"):
            changed = node.child_by_field_name("left") or node.child_by_field_name("argument")
            inner = node.parent is not None and node.parent.type == "for_statement"
            if changed is not None and not inner:
                yield text_of(changed)


def _calls_itself(target: Target) -> bool:
    own = target.name.partition("<")[0].rpartition("::")[2]
    called = (
        text_of(node.child_by_field_name("function"))
        for node in walk(target.body)
        if node.type == "call_expression"
    )
    return own in called


def counted_rounds(sources: Sequence[SourceFile], target: Target, run: MarkedRun) -> int | None:
    """Rounds of the loop of this function that made most; None where they cannot be counted.

    run: compiles these sources, runs them on the same inputs, and gives each line of assembly with
    how often it was executed.
    """
    marked = marked_source(sources[target.unit], target.line)
    if marked is None:
        return None
    changed = [*sources[: target.unit], marked, *sources[target.unit + 1 :]]
    try:
        lines = run(changed)
    except (InputError, ToolMissing):
        return None
    rounds: dict[int, int] = {}
    for text, executions in lines:
        match = _HINT.search(text.strip().lower())
        if match is not None:
            number = int(
                match["hexadecimal"] or match["number"], 16 if match["hexadecimal"] else 10
            )
            rounds[number] = rounds.get(number, 0) + executions
    return max(rounds.values(), default=0) or None


def marked_source(source: SourceFile, line: int) -> SourceFile | None:
    """The source with a mark in every loop of the function that starts on this line; None if there
    is none, or more than there are marks for. Lines stay where they are."""
    root = root_of(source)
    if root is None:
        return None
    function = next(
        (
            node
            for node in walk(root)
            if node.type == "function_definition" and line_of(node) == line
        ),
        None,
    )
    loops = [node for node in walk(function) if node.type in KINDS] if function is not None else []
    if not 0 < len(loops) <= MOST_LOOPS:
        return None
    edits = [edit for number, loop in enumerate(loops) for edit in _marks(loop, number)]
    content = source.text.encode("utf-8", "replace")
    return replace(source, text=apply_edits(content, edits).decode("utf-8", "replace"))


def _marks(loop: Node, number: int) -> Iterator[Edit]:
    body = loop.child_by_field_name("body")
    if body is None:
        return
    mark = f'__asm__ volatile("hint #{_FIRST_HINT + number}");'
    if body.type == "compound_statement":
        yield insert(body.start_byte + 1, f" {mark} ")
        return
    yield insert(body.start_byte, f"{{ {mark} ")
    yield insert(body.end_byte, " }")
