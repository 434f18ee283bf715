"""Schedules as readers write them: one directive a line, out of ten that Halide has.

    blur_y.tile(x, y, xo, yo, xi, yi, 64, 32)
    blur_x.compute_at(blur_y, xo)

What a line may name is decided here, so that nothing but names and numbers reaches Halide; whether
the directives fit together, Halide says itself.

Source: Halide's documentation of `Func`; Ragan-Kelley and others, "Halide: a language and compiler
for optimizing parallelism, locality, and recomputation", PLDI 2013.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.near_names import did_you_mean

FUNCTIONS = ("blur_x", "blur_y")
MOST_LINES = 12
LARGEST_NUMBER = 256
_LINE = re.compile(r"(\w+)\s*\.\s*(\w+)\s*\(([^()]*)\)", re.ASCII)
_DIMENSION = re.compile(r"[a-z][a-z0-9_]{0,11}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Primitive:
    """One kind of directive: its name in Halide, and what stands in its parentheses."""

    name: str
    """As a schedule writes it: `compute_at`."""
    takes: str
    """What stands in its parentheses, as an example: `x, y, xo, yo, xi, yi, 64, 32`."""
    dimensions: tuple[int, int]
    """How many dimensions it names, at least and at most."""
    explains: str
    """What it does, in a sentence for readers."""
    at_function: bool = False
    """Whether a function comes first: the one in whose loops something happens."""
    numbers: int = 0
    """How many numbers stand behind the dimensions."""
    largest: int = LARGEST_NUMBER
    """The largest that each of these numbers may be."""


PRIMITIVES: tuple[Primitive, ...] = (
    Primitive(name="tile", takes="x, y, xo, yo, xi, yi, 64, 32", dimensions=(6, 6), numbers=2,
              explains="Cuts two loops at once: xo and yo over tiles, xi and yi within one."),
    Primitive(name="split", takes="y, yo, yi, 32", dimensions=(3, 3), numbers=1,
              explains="Cuts one loop into an outer one and an inner one of so many rounds."),
    Primitive(name="reorder", takes="y, x", dimensions=(2, 6),
              explains="Nests the loops anew, the innermost first."),
    Primitive(name="vectorize", takes="x, 8", dimensions=(1, 1), numbers=1, largest=32,
              explains="Computes so many neighbours of a loop at once."),
    Primitive(name="parallel", takes="yo", dimensions=(1, 1),
              explains="Lets threads share the rounds of a loop."),
    Primitive(name="compute_at", takes="blur_y, y", dimensions=(1, 1), at_function=True,
              explains="Computes what is needed in each round of that loop of the other function."),
    Primitive(name="store_at", takes="blur_y, yo", dimensions=(1, 1), at_function=True,
              explains="Keeps it from one round of that loop, further out, to its end."),
    Primitive(name="fuse", takes="x, y, f", dimensions=(3, 3),
              explains="Makes one long loop of two."),
    Primitive(name="compute_root", takes="", dimensions=(0, 0),
              explains="compute_at outside of all loops: the whole of it, first."),
    Primitive(name="store_root", takes="", dimensions=(0, 0),
              explains="store_at outside of all loops."),
)  # fmt: skip
_BY_NAME = {primitive.name: primitive for primitive in PRIMITIVES}


@dataclass(frozen=True, slots=True)
class Directive:
    """One line: names are dimensions, with a function in front where the primitive has one."""

    function: str
    primitive: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        inside = ", ".join((*self.names, *map(str, self.numbers)))
        return f"{self.function}.{self.primitive}({inside})"


def read_schedule(text: str) -> tuple[Directive, ...]:
    """The lines in order. Raises InputError, naming the line and what it lacks."""
    lines = [line.strip() for line in re.split(r"[\n;]", text) if line.strip()]
    if len(lines) > MOST_LINES:
        raise InputError(f"There are {len(lines)} directives; the limit is {MOST_LINES}.")
    return tuple(map(_read_line, lines))


def _read_line(line: str) -> Directive:
    match = _LINE.fullmatch(line)
    if match is None:
        raise InputError(
            f"{line[:60]!r} is no directive.",
            "One a line: function, point, primitive, parentheses, as in blur_y.vectorize(x, 8).",
        )
    function, name, inside = match.groups()
    if function not in FUNCTIONS:
        raise InputError(
            f"There is no function {function[:20]!r}.", f"There are: {', '.join(FUNCTIONS)}."
        )
    primitive = _BY_NAME.get(name)
    if primitive is None:
        raise InputError(f"There is no primitive {name[:20]!r}.", did_you_mean(name, _BY_NAME))
    words = [word.strip() for word in inside.split(",")] if inside.strip() else []
    return Directive(function, name, *_read_words(primitive, words))


def _read_words(primitive: Primitive, words: list[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    end = len(words) - primitive.numbers
    names, numbers = words[: max(end, 0)], words[max(end, 0) :]
    start = 1 if primitive.at_function else 0
    least, most = primitive.dimensions
    if not least <= len(names) - start <= most or len(numbers) < primitive.numbers:
        raise InputError(
            f"{primitive.name} does not take {len(words)} words.",
            f"Write it as {primitive.name}({primitive.takes}).",
        )
    if start and names[0] not in FUNCTIONS:
        raise InputError(
            f"{primitive.name} names a function first, and {names[0][:20]!r} is none.",
            f"Write it as {primitive.name}({primitive.takes}).",
        )
    for name in names[start:]:
        _check_dimension(primitive, name)
    return tuple(names), tuple(_read_number(primitive, word) for word in numbers)


def _check_dimension(primitive: Primitive, name: str) -> None:
    if _DIMENSION.fullmatch(name) is None or name in FUNCTIONS:
        raise InputError(
            f"{name[:20]!r} in {primitive.name} cannot be a dimension.",
            f"Write it as {primitive.name}({primitive.takes}): small letters and digits.",
        )


def _read_number(primitive: Primitive, word: str) -> int:
    if _NUMBER.fullmatch(word) is None or int(word) > primitive.largest:
        raise InputError(
            f"{word[:20]!r} in {primitive.name} is no number up to {primitive.largest}.",
            f"Write it as {primitive.name}({primitive.takes}).",
        )
    return int(word)
