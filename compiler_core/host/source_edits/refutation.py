"""Promises that the loop's own text or the compiler's analysis shows to be false.

A suggestion that grants independence says: no iteration needs what another one writes. Where an
element that one iteration stores is read or stored by another, or a variable goes from iteration to
iteration, that is not so, and nobody should be invited to promise it. SVE asks for no promise, but
for iterations that do not need those soon before them: how many run at once is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_edits.carried_variables import carried_variables
from compiler_core.host.source_edits.element_distance import (
    Element,
    distance,
    elements_of,
    is_read_later,
    step_of,
)
from compiler_core.host.source_edits.nest_order import turned_round
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.access_rules import is_indirect
from compiler_core.host.verdicts.edit_shapes import bound_of
from compiler_core.host.verdicts.loop_text import LoopText, walk
from compiler_core.host.verdicts.suggestions import Suggestion

# Of iterations as a whole, and of what they do to memory alone: variables may be collected.
INDEPENDENCE, INDEPENDENT_MEMORY = "independence", "independent_memory"
FIXED_BOUND, OTHER_ORDER = "fixed_bound", "other_order"
ANY_LENGTH = "any_length"
LEAST_ROOM = 32
"""Iterations that a vector of unknown length may take at once: two elements in each 128 bits of the
2,048 that the architecture allows. Both compilers refuse where fewer are independent."""
# Reasons that state a dependence between iterations, which the compiler proved.
_REFUTING_REASONS = re.compile(
    r"data_dependence|(?:anti|output|flow|carried)_dependence\w*|compacting_store"
)


def refutation(suggestion: Suggestion, text: LoopText, reason_key: str) -> str:
    """Why this loop breaks what the suggestion promises; empty if nothing shows that it does."""
    if FIXED_BOUND in suggestion.grants:
        changed = next(_changes_of_bound(text), "")
        return f"the loop itself changes {changed}" if changed else ""
    if OTHER_ORDER in suggestion.grants:
        return turned_round(text)
    if ANY_LENGTH in suggestion.grants:
        return next(_too_close(text), "") or next(_updated_anywhere(text), "")
    if not suggestion.grants & {INDEPENDENCE, INDEPENDENT_MEMORY}:
        return ""
    pair = next(_dependent_elements(text), None)
    if pair is not None:
        stored, other = pair
        if stored.shown == other.shown:
            return f"every iteration stores to the same {stored.shown}"
        return f"what one iteration stores to {stored.shown} another one finds at {other.shown}"
    carried = next(carried_variables(text), "")
    if carried and INDEPENDENCE in suggestion.grants:
        return f"{carried} goes from one iteration to the next"
    if _REFUTING_REASONS.fullmatch(reason_key):
        return "the compiler found that an iteration needs what another one writes"
    return ""


def _changes_of_bound(text: LoopText) -> Iterator[str]:
    """What the body changes of all that the loop's bound names."""
    bound = bound_of(text)
    named = {text_of(part) for part in walk(bound)} if bound is not None else set[str]()
    changed = (text_of(assignment.target) for assignment in text.assignments())
    return (target for target in changed if target in named)


def _dependent_elements(text: LoopText) -> Iterator[tuple[Element, Element]]:
    """A store and a mention of the same array that another iteration makes of the same place."""
    elements, step = list(elements_of(text)), step_of(text)
    for stored in elements:
        for other in elements:
            if stored.stored and distance(stored, other, step):
                yield stored, other


def _too_close(text: LoopText) -> Iterator[str]:
    """Elements that an iteration reads soon after another one stored them. Those of the iteration
    before say nothing: such a loop has vectors only where it is split or turned round."""
    elements, step = list(elements_of(text)), step_of(text)
    for stored in elements:
        for other in elements:
            apart = distance(stored, other, step) if stored.stored else None
            is_close = apart is not None and 1 < apart < LEAST_ROOM and not other.stored
            if is_close and is_read_later(stored, other, text):
                yield f"{other.shown} was stored {apart} iterations before: a vector may hold both"


def _updated_anywhere(text: LoopText) -> Iterator[str]:
    """Elements at loaded places that are stored, and read too: `count[key[i]]++`. Two lanes may
    meet one of them, and one of the two updates would be lost."""
    arrays = [_array_of(node) for node in text.body_nodes("subscript_expression")]
    for assignment in text.assignments():
        target = assignment.target
        if target.type != "subscript_expression" or not is_indirect(target):
            continue
        if assignment.operator != "=" or arrays.count(_array_of(target)) > 1:
            yield f"two lanes may meet the same element {text_of(target)}"


def _array_of(node: Node) -> str:
    argument = node.child_by_field_name("argument")
    return text_of(argument) if argument is not None else ""
