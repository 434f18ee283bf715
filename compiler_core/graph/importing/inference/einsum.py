"""Einsum's equation read: a letter for each axis, and the shape that follows.

`...` stands for further axes in front of those that are named; they get letters of their own here.
Without an arrow the result has the letters that stand once, in the order of the alphabet. Source:
ONNX, Einsum-12.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from string import ascii_letters

from compiler_core.graph.importing.value_facts import Fact, NodeFacts

_DOTS = "..."


@dataclass(frozen=True, slots=True)
class Equation:
    """terms: the letters of each operand. result: of the output. sizes: of each letter."""

    terms: tuple[str, ...]
    result: str
    sizes: dict[str, int]


def equation_of(node: NodeFacts) -> Equation:
    """Raises InferenceRefused for an equation that does not fit the operands."""
    text = node.text("equation", "").replace(" ", "")
    given, arrow, result = text.partition("->")
    terms, shapes = given.split(","), [node.input(at).shape for at in range(len(node.inputs))]
    node.require(len(terms) == len(shapes), f"its equation {text} has {len(terms)} operands")
    if not arrow:
        counts = Counter(given.replace(_DOTS, "").replace(",", ""))
        once = "".join(sorted(letter for letter, count in counts.items() if count == 1))
        result = (_DOTS if _DOTS in given else "") + once
    free = [letter for letter in ascii_letters if letter not in text]
    hidden = [
        len(shape) - len(term.replace(_DOTS, ""))
        for term, shape in zip(terms, shapes, strict=True)
        if _DOTS in term
    ]
    most = max(hidden, default=0)
    node.require(
        most <= len(free) and min(hidden, default=0) >= 0,
        f"its equation {text} does not fit the axes of its operands",
    )
    further = "".join(free[:most])
    named = tuple(
        term.replace(_DOTS, further[most - max(len(shape) - len(term) + len(_DOTS), 0) :])
        for term, shape in zip(terms, shapes, strict=True)
    )
    sizes = _sizes(node, text, named)
    result = result.replace(_DOTS, further)
    node.require(
        set(result) <= set(sizes) and len(set(result)) == len(result),
        f"the result of its equation {text} names other axes, or one twice",
    )
    return Equation(named, result, sizes)


def _sizes(node: NodeFacts, text: str, named: tuple[str, ...]) -> dict[str, int]:
    """Of each letter; an axis of size 1 is spread."""
    shapes = [node.input(at).shape for at in range(len(node.inputs))]
    sizes: dict[str, int] = {}
    for term, shape in zip(named, shapes, strict=True):
        node.require(
            len(term) == len(shape) and (term.isalpha() or not term),
            f"its equation {text} does not fit the axes of its operands",
        )
        for letter, size in zip(term, shape, strict=True):
            known = sizes.setdefault(letter, size)
            node.require(
                known == size or 1 in (known, size),
                f"in its equation {text} sizes {known} and {size} have one letter",
            )
            sizes[letter] = max(known, size)
    return sizes


def einsum(node: NodeFacts) -> tuple[Fact, ...]:
    """A sum of products over all letters that the result does not have."""
    equation = equation_of(node)
    shape = tuple(equation.sizes[letter] for letter in equation.result)
    return (Fact(node.input(0).element_type, shape),)
