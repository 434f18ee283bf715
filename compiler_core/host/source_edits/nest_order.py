"""Whether two loops of a nest may be swapped: no element may be met in the other order then.

Of two mentions of one array the iterations that meet lie a vector apart, one number for each loop;
swapping the loops turns the order round where one number is positive and the other negative (Allen
and Kennedy, "Optimizing Compilers for Modern Architectures", 5.2). Only indices of one counter and
a constant are read; a counter that no index names may be any number of iterations apart. A variable
that goes from iteration to iteration counts where more than its own next value is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_edits.carried_variables import carried_variables
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.edit_shapes import nest_of
from compiler_core.host.verdicts.loop_text import LoopText

Places = dict[str, int]


def turned_round(text: LoopText) -> str:
    """What two iterations would meet in the other order, in words; empty if nothing shows it."""
    nest = nest_of(text)
    if nest is None:
        return ""
    outer, inner = nest
    counters = outer.variable, inner.variable
    turn = _direction(outer) * _direction(inner)
    mentions = list(_mentions(inner, counters))
    for array, stored, shown, is_store in mentions:
        for other_array, other, other_shown, _ in mentions:
            if not is_store or array != other_array or stored.keys() != other.keys():
                continue
            first, second = (stored.get(counter, 0) - other.get(counter, 0) for counter in counters)
            any_apart = len(stored) == 1 and first != second
            if first * second * turn < 0 or any_apart:
                return f"what one iteration stores to {shown} another one finds at {other_shown}"
    used = next((name for name in carried_variables(inner) if _is_used(inner, name)), "")
    return f"{used} goes from one iteration to the next, and is used on the way" if used else ""


def _is_used(text: LoopText, name: str) -> bool:
    """It says where something is stored or read, or what is stored elsewhere."""
    mentions = (node for node in text.body_nodes("identifier") if text_of(node) == name)
    return any(_is_use(node, name) for node in mentions)


def _is_use(mention: Node, name: str) -> bool:
    node, parent = mention, mention.parent
    while parent is not None and not parent.type.endswith("statement"):
        if parent.type in ("subscript_expression", "pointer_expression", "argument_list"):
            return True
        if parent.type == "assignment_expression":
            return text_of(parent.child_by_field_name("left")) != name
        node, parent = parent, parent.parent
    return node.type == "init_declarator"


def _direction(text: LoopText) -> int:
    return -1 if "-" in text_of(text.loop.child_by_field_name("update")) else 1


def _mentions(text: LoopText, counters: tuple[str, str]) -> Iterator[tuple[str, Places, str, bool]]:
    """Arrays, where in them by counter, as written, and whether stored to."""
    targets = {(write.target.start_byte, write.target.end_byte) for write in text.assignments()}
    for node in text.body_nodes("subscript_expression"):
        base, indices = _parts(node)
        parent = node.parent
        if parent is not None and parent.type == "subscript_expression":
            continue
        places = [_place(index, counters) for index in indices]
        known = {counter: constant for counter, constant in places if counter}
        if known and len(known) == len(places):
            yield base, known, text_of(node), (node.start_byte, node.end_byte) in targets


def _parts(node: Node) -> tuple[str, list[str]]:
    indices: list[str] = []
    while node.type == "subscript_expression":
        index = node.child_by_field_name("index") or node.child_by_field_name("indices")
        indices.append(text_of(index).strip("[]"))
        argument = node.child_by_field_name("argument")
        if argument is None:
            break
        node = argument
    return text_of(node), indices


def _place(index: str, counters: tuple[str, str]) -> tuple[str, int]:
    match = re.fullmatch(r"(\w+)([+-]\d{1,6})?", re.sub(r"\s+", "", index))
    if match is None or match[1] not in counters:
        return "", 0
    return match[1], int(match[2] or 0)
