"""Promises that the loop's own text or the compiler's analysis shows to be false.

A suggestion that grants independence says: no iteration needs what another one writes. Where an
element that one iteration stores is read or stored by another, or a variable goes from iteration to
iteration, that is not so, and nobody should be invited to promise it. SVE asks for no promise, but
for iterations that do not need those soon before them: how many run at once is not known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from compiler_core.host.source_edits.carried_variables import carried_variables
from compiler_core.host.source_edits.element_distance import (
    Element,
    Met,
    elements_of,
    is_read_later,
    lines_of,
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
        return _too_close(text) or next(_updated_anywhere(text), "")
    if not suggestion.grants & {INDEPENDENCE, INDEPENDENT_MEMORY}:
        return ""
    pair = _dependent_elements(text)
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


def _dependent_elements(text: LoopText) -> tuple[Element, Element] | None:
    """The first store, and the first mention that another iteration makes of the same place."""
    pairs = filter(None, map(_dependent, lines_of(elements_of(text), step_of(text))))
    first = min(pairs, key=_order, default=None)
    return (first[0].element, first[1].element) if first is not None else None


def _dependent(line: Sequence[Met]) -> tuple[Met, Met] | None:
    """On one line."""
    stored = next((met for met in line if met.element.stored), None)
    if stored is None:
        return None
    always = not any(index.factor for index in stored.element.indices)
    other = next((met for met in line if always or met.at != stored.at), None)
    return (stored, other) if other is not None else None


def _order(pair: tuple[Met, Met]) -> tuple[int, int]:
    stored, other = pair
    return stored.order, other.order


def _too_close(text: LoopText) -> str:
    """Elements that an iteration reads soon after another one stored them. Those of the iteration
    before say nothing: such a loop has vectors only where it is split or turned round."""
    close = (
        pair
        for line in lines_of(elements_of(text), step_of(text))
        for pair in _close_on(line)
        if is_read_later(pair[0].element, pair[1].element, text)
    )
    first = min(close, key=_order, default=None)
    if first is None:
        return ""
    stored, other = first
    apart = abs(stored.at - other.at)
    return f"{other.element.shown} was stored {apart} iterations before: a vector may hold both"


def _close_on(line: Sequence[Met]) -> Iterator[tuple[Met, Met]]:
    """Every store, and what is read within so few iterations that a vector may hold both."""
    reads = {met.at: met for met in line if not met.element.stored}
    for stored in line:
        if stored.element.stored:
            around = range(stored.at - LEAST_ROOM + 1, stored.at + LEAST_ROOM)
            near = (reads[at] for at in around if at in reads and abs(at - stored.at) > 1)
            yield from ((stored, other) for other in near)


def _updated_anywhere(text: LoopText) -> Iterator[str]:
    """Elements at loaded places that are stored, and read too: `count[key[i]]++`. Two lanes may
    meet one of them, and one of the two updates would be lost."""
    mentions = Counter(_array_of(node) for node in text.body_nodes("subscript_expression"))
    for assignment in text.assignments():
        target = assignment.target
        if target.type != "subscript_expression" or not is_indirect(target):
            continue
        if assignment.operator != "=" or mentions[_array_of(target)] > 1:
            yield f"two lanes may meet the same element {text_of(target)}"


def _array_of(node: Node) -> str:
    argument = node.child_by_field_name("argument")
    return text_of(argument) if argument is not None else ""
