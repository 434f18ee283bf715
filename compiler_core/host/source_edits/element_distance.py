"""How many iterations lie between two mentions of one array: the distance of a dependence.

Only indices that are a sum of the loop's counter (with a constant factor), of names that the loop
does not change, and of constants have one: `a[2 * i + k - 1]`. That is the strong single-index
test of Goff, Kennedy and Tseng, "Practical Dependence Testing" (1991), section 4.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText

_TERM = re.compile(r"[+-]?[^+-]+")
_NUMBER = re.compile(r"\d{1,9}[uUlL]*")
_NO_SUM = re.compile(r"[()\[\]?:&|^<>=!~,/%.]|\+\+|--|[*+-][*+-]")
_STEP = re.compile(r"(?:\+\+|--)?\w+(?:\+\+|--)?|\w+[+-]=(?P<size>\d{1,9})")


@dataclass(frozen=True, slots=True)
class _Index:
    """One subscript: factor of the counter, the unchanging names in it, and the constant."""

    factor: int
    names: str
    constant: int


@dataclass(frozen=True, slots=True)
class Element:
    """One mention of an array element. array: what is subscripted, with a field behind it."""

    array: str
    indices: tuple[_Index, ...]
    stored: bool
    shown: str


def elements_of(text: LoopText) -> Iterator[Element]:
    """Every mention in the body whose indices are such sums."""
    targets = {(write.target.start_byte, write.target.end_byte) for write in text.assignments()}
    changing = set(text.changed_names())
    for node in text.body_nodes("subscript_expression"):
        if _is_row(node):
            continue
        element = _element(text, node, targets, changing)
        if element is not None:
            yield element


def _is_row(node: Node) -> bool:
    """`a[i]` of `a[i][j]`."""
    parent = node.parent
    if parent is None or parent.type != "subscript_expression":
        return False
    return parent.child_by_field_name("argument") == node


def _element(
    text: LoopText, node: Node, targets: set[tuple[int, int]], changing: set[str]
) -> Element | None:
    base, subscripts = node, []
    while base.type == "subscript_expression":
        subscripts.append(_subscript(base))
        argument = base.child_by_field_name("argument")
        if argument is None:
            return None
        base = argument
    indices = tuple(
        _index(expression, text.variable, changing) for expression in reversed(subscripts)
    )
    known = tuple(index for index in indices if index is not None)
    if len(known) < len(indices) or set(re.findall(r"[A-Za-z_]\w*", text_of(base))) & changing:
        return None
    whole = node
    while whole.parent is not None and whole.parent.type == "field_expression":
        whole = whole.parent
    field = text_of(whole)[len(text_of(node)) :]
    stored = (whole.start_byte, whole.end_byte) in targets
    return Element(f"{text_of(base)}{field}", known, stored, text_of(whole))


def _subscript(node: Node) -> str:
    """The text in the brackets; C++ names it otherwise."""
    index = node.child_by_field_name("index")
    return text_of(index if index is not None else node.child_by_field_name("indices")).strip("[]")


def _index(written: str, counter: str, changing: set[str]) -> _Index | None:
    compact = re.sub(r"\s+", "", written)
    if not compact or _NO_SUM.search(compact):
        return None
    factor, constant, names = 0, 0, []
    for term in _TERM.findall(compact):
        sign = -1 if term[0] == "-" else 1
        plain = term.lstrip("+-")
        if _NUMBER.fullmatch(plain):
            constant += sign * int(plain.rstrip("uUlL"))
            continue
        of_counter = _factor(plain, counter)
        if of_counter:
            factor += sign * of_counter
        elif changing & set(re.findall(r"[A-Za-z_]\w*", plain)):
            return None
        else:
            names.append(f"{'-' if sign < 0 else '+'}{plain}")
    return _Index(factor, "".join(sorted(names)), constant)


def _factor(term: str, counter: str) -> int:
    """`i`, `4*i` or `i*4`; 0 for anything else."""
    if not counter:
        return 0
    parts = term.split("*")
    if parts == [counter]:
        return 1
    numbers = [part for part in parts if _NUMBER.fullmatch(part)]
    if len(parts) == 2 and counter in parts and len(numbers) == 1:
        return int(numbers[0].rstrip("uUlL"))
    return 0


def step_of(text: LoopText) -> int:
    """What the counter changes by in each iteration, without its sign; 0 if that is not plain."""
    update = re.sub(r"\s+", "", text_of(text.loop.child_by_field_name("update")))
    match = _STEP.fullmatch(update)
    if match is None:
        return 0
    return int(match["size"]) if match["size"] else 1


def counts_down(text: LoopText) -> bool:
    update = re.sub(r"\s+", "", text_of(text.loop.child_by_field_name("update")))
    return "--" in update or "-=" in update


def is_read_later(stored: Element, other: Element, text: LoopText) -> bool:
    """Whether the iterations that mention the other come after those that store: `a[i]` from
    `a[i - 2]`, of a counter that goes up."""
    for left, right in zip(stored.indices, other.indices, strict=True):
        if left.factor and left.constant != right.constant:
            ahead = (left.constant > right.constant) == (left.factor > 0)
            return ahead != counts_down(text)
    return True


def distance(element: Element, other: Element, step: int) -> int | None:
    """Iterations between the two meeting at one place; 0 within one, None if they never do.

    Elements that do not move at all meet in every iteration: distance 1.
    """
    if element.array != other.array or len(element.indices) != len(other.indices) or not step:
        return None
    distances: set[int] = set()
    for left, right in zip(element.indices, other.indices, strict=True):
        if (left.factor, left.names) != (right.factor, right.names):
            return None
        apart = abs(left.constant - right.constant)
        reach = abs(left.factor) * step
        if (reach == 0 and apart) or (reach and apart % reach):
            return None
        if reach:
            distances.add(apart // reach)
    if len(distances) > 1:
        return None
    return next(iter(distances), 1)
