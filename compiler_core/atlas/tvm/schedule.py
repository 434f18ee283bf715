"""Schedules of the product as readers write them, out of six primitives that TVM has.

    split(i, io, ii, 4)
    reorder(io, jo, k, ii, ji)

What a line may name is decided here, so that nothing but loops and numbers reaches TVM; whether a
primitive's conditions hold, TVM says itself. `tensorize` is not among them: it ends the process of
this version.

Source: Shao and others, "Tensor program optimization with probabilistic programs", NeurIPS 2022.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.near_names import did_you_mean

LOOPS: tuple[str, ...] = ("i", "j", "k")
MOST_LINES = 16
LARGEST_FACTOR = 256
_LINE = re.compile(r"(\w+)\s*\(([^()]*)\)", re.ASCII)
_NEW_LOOP = re.compile(r"[a-z][a-z0-9_]{0,11}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorPrimitive:
    """One kind of directive. loops: how many that are there it names, at least and at most."""

    name: str
    takes: str
    """As a reader writes it."""
    explains: str
    loops: tuple[int, int] = (1, 1)
    splits: bool = False
    """Whether two new loops and a factor follow."""


TENSOR_PRIMITIVES: tuple[TensorPrimitive, ...] = (
    TensorPrimitive(name="split", takes="i, io, ii, 4", splits=True,
                    explains="Cuts a loop into an outer one and an inner one of so many rounds."),
    TensorPrimitive(name="reorder", takes="io, jo, k, ii, ji", loops=(2, 8),
                    explains="Nests these loops anew, the outermost first."),
    TensorPrimitive(name="vectorize", takes="ji",
                    explains="Makes the rounds of a loop lanes of a vector."),
    TensorPrimitive(name="unroll", takes="ii", explains="Writes the rounds out one by one."),
    TensorPrimitive(name="parallel", takes="io", explains="Lets threads share the rounds."),
    TensorPrimitive(name="decompose_reduction", takes="k",
                    explains="Takes the zero out of the sum: a nest of its own, before this loop."),
)  # fmt: skip
_NOT_OFFERED = "tensorize"
_BY_NAME = {primitive.name: primitive for primitive in TENSOR_PRIMITIVES}


@dataclass(frozen=True, slots=True)
class TensorDirective:
    """One line. made: names of the loops that a split makes; factor: rounds of the inner one."""

    primitive: str
    loops: tuple[str, ...]
    made: tuple[str, ...] = ()
    factor: int = 0

    def __str__(self) -> str:
        words = (*self.loops, *self.made, *([str(self.factor)] if self.made else ()))
        return f"{self.primitive}({', '.join(words)})"


def read_directives(text: str) -> tuple[TensorDirective, ...]:
    """The lines in order. Raises InputError, naming the line and what it lacks."""
    lines = [line.strip() for line in re.split(r"[\n;]", text) if line.strip()]
    if len(lines) > MOST_LINES:
        raise InputError(f"There are {len(lines)} directives; the limit is {MOST_LINES}.")
    known, directives = set(LOOPS), []
    for line in lines:
        directive = _read_line(line, known)
        if directive.made:
            known.difference_update(directive.loops)
            known.update(directive.made)
        directives.append(directive)
    return tuple(directives)


def _read_line(line: str, known: set[str]) -> TensorDirective:
    call = _LINE.fullmatch(line)
    if call is None:
        raise InputError(
            f"{line[:60]!r} is no directive.",
            "One a line, as in vectorize(ji) or split(i, io, ii, 4).",
        )
    name, inside = call.groups()
    primitive = _BY_NAME.get(name)
    if name == _NOT_OFFERED:
        raise InputError(
            f"{name} is not offered: it has ended the process of this version of TVM.",
            f"There are: {', '.join(_BY_NAME)}.",
        )
    if primitive is None:
        raise InputError(
            f"There is no primitive {name[:20]!r}.", did_you_mean(name, sorted(_BY_NAME))
        )
    words = [word.strip() for word in inside.split(",")] if inside.strip() else []
    return _read_words(primitive, words, known)


def _read_words(primitive: TensorPrimitive, words: list[str], known: set[str]) -> TensorDirective:
    own = 3 if primitive.splits else 0
    least, most = primitive.loops
    if not least <= len(words) - own <= most:
        raise InputError(
            f"{primitive.name} does not take {len(words)} words.",
            f"Write it as {primitive.name}({primitive.takes}).",
        )
    loops = tuple(words[: len(words) - own])
    for loop in loops:
        if loop not in known:
            raise InputError(
                f"There is no loop {loop[:20]!r} here.", did_you_mean(loop, sorted(known))
            )
    if not primitive.splits:
        return TensorDirective(primitive.name, loops)
    return TensorDirective(primitive.name, loops, _new_loops(words, known), _factor(words[-1]))


def _new_loops(words: list[str], known: set[str]) -> tuple[str, str]:
    loop, outer, inner = words[:3]
    for name in (outer, inner):
        if _NEW_LOOP.fullmatch(name) is None or name in known or outer == inner:
            raise InputError(
                f"{name[:20]!r} cannot be the name of a new loop.",
                f"Write it as split({loop}, {loop}_outer, {loop}_inner, 4): small letters and "
                "digits, and names that are free.",
            )
    return outer, inner


def _factor(word: str) -> int:
    if _NUMBER.fullmatch(word) is None or int(word) > LARGEST_FACTOR:
        raise InputError(
            f"{word[:20]!r} in split is no number up to {LARGEST_FACTOR}.",
            "Write it as split(i, io, ii, 4).",
        )
    return int(word)
