"""Random C functions of the subset: nested loops, zero rounds, overlap, division by zero, types.

One grammar serves two masters: hypothesis, which shrinks what it finds, and a plain seeded random,
for batches that are compiled by a real compiler. Both answer `pick` and `number`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from hypothesis import strategies

Option = TypeVar("Option")
SIGNATURE = (
    "int {name}(int *{ra}a, int *{rb}b, {cc}int *{rc}c, float *{rf}f, const float *{rg}g, "
    "unsigned char *q, int n, int m, int k, float x, unsigned u, long l)"
)
HELPERS = (
    "static int twice(int v) { return v + v; }\n"
    "static int part(int v, int w) { return v / w; }\n"
    "static float scaled(float v) { return v * 0.5f + 1.0f; }\n"
)


class Choices(Protocol):
    """Where a program's choices come from."""

    def pick(self, options: Sequence[Option]) -> Option: ...

    def number(self, least: int, greatest: int) -> int: ...


class SeededChoices:
    """Choices from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pick(self, options: Sequence[Option]) -> Option:
        return self._random.choice(options)

    def number(self, least: int, greatest: int) -> int:
        return self._random.randint(least, greatest)


class DrawnChoices:
    """Choices that hypothesis makes, and makes smaller."""

    def __init__(self, draw: strategies.DrawFn) -> None:
        self._draw = draw

    def pick(self, options: Sequence[Option]) -> Option:
        return options[self.number(0, len(options) - 1)]

    def number(self, least: int, greatest: int) -> int:
        return self._draw(strategies.integers(least, greatest))


@dataclass
class Writer:
    """The program so far, and the names in scope by type."""

    choices: Choices
    ints: list[str] = field(default_factory=lambda: ["n", "m", "k", "s", "t"])
    floats: list[str] = field(default_factory=lambda: ["x", "y"])
    counters: list[str] = field(default_factory=list)
    loops: int = 0
    lines: list[str] = field(default_factory=list)
    straight: bool = False


def program(choices: Choices, name: str = "f") -> str:
    """A file with helpers and one function."""
    return HELPERS + function(choices, name)


def function(choices: Choices, name: str) -> str:
    """One function definition."""
    writer = Writer(choices, straight=choices.number(0, 2) == 0)
    promise = ["restrict "] if writer.straight else ["", "", "restrict "]
    head = SIGNATURE.format(
        name=name,
        ra=choices.pick(promise),
        rb=choices.pick(promise),
        rc=choices.pick(promise),
        rf=choices.pick(promise),
        rg=choices.pick(promise),
        cc=choices.pick(["", "const "]),
    )
    writer.lines = [head + " {"]
    for declaration in ("int s = 0;", "int t = n * 3;", "float y = x;", "int p[8] = {1, 2, 3};"):
        writer.lines.append("  " + declaration)
    for _ in range(choices.number(1, 3)):
        if writer.straight:
            straight_loop(writer)
        else:
            loop(writer, 1) if choices.number(0, 3) else statement(writer, 1)
    writer.lines += ["  return s + t * 3 + (y < 1.5f) + p[2];", "}"]
    if "const int *" in head:
        writer.lines = [
            line.replace("c[", "p[1 + 0 * ") if "c[" in line.split("=")[0] and "=" in line else line
            for line in writer.lines
        ]
    return "\n".join(writer.lines) + "\n"


def integer(writer: Writer, depth: int) -> str:
    """An integer expression."""
    choices = writer.choices
    if depth <= 0 or choices.number(0, 2) == 0:
        kind = choices.number(0, 5)
        if kind < 3:
            return choices.pick(writer.ints + writer.counters)
        if kind == 3:
            return str(choices.pick([0, 1, 2, 3, 4, 7, 8, 100, -1, -5]))
        return element(writer, choices.pick(["a", "b", "c", "a"]))
    left, right = integer(writer, depth - 1), integer(writer, depth - 1)
    kind = choices.number(0, 13)
    if kind < 7:
        return f"({left} {choices.pick(['+', '-', '*', '+', '*', '&', '|', '^'])} {right})"
    return _rarer_integer(writer, depth, kind, left, right)


def _rarer_integer(writer: Writer, depth: int, kind: int, left: str, right: str) -> str:
    choices = writer.choices
    if kind == 7:
        return (
            f"({left} {choices.pick(['/', '%'])} {choices.pick([right, '3', '4', '7', 'k', 'm'])})"
        )
    if kind == 8:
        return f"({left} {choices.pick(['<<', '>>'])} {choices.number(0, 4)})"
    if kind == 9:
        return f"({condition(writer, depth - 1)} ? {left} : {right})"
    if kind == 10:
        return choices.pick(
            [f"twice({left})", f"abs({left})", f"part({left}, 3)", f"part({left}, k)"]
        )
    if kind == 11:
        return f"(int)({choices.pick(['u', 'l'])} {choices.pick(['+', '*', '-', '/'])} {left})"
    if kind == 12:
        return f"({condition(writer, depth - 1)})"
    return choices.pick([f"(-{left})", f"(~{left})", f"(int)q[{subscript(writer)}]", "p[3]"])


def real(writer: Writer, depth: int) -> str:
    """A float expression."""
    choices = writer.choices
    if depth <= 0 or choices.number(0, 2) == 0:
        kind = choices.number(0, 3)
        if kind == 0:
            return choices.pick(["0.5f", "1.0f", "2.0f", "0.0f", "-0.0f", "3.25f", "4.0f"])
        return choices.pick(writer.floats) if kind == 1 else element(writer, choices.pick("fg"))
    left, right = real(writer, depth - 1), real(writer, depth - 1)
    kind = choices.number(0, 7)
    if kind < 5:
        return f"({left} {choices.pick(['+', '-', '*', '/', '+', '*'])} {right})"
    if kind == 5:
        return choices.pick(
            [
                f"fabsf({left})",
                f"fminf({left}, {right})",
                f"scaled({left})",
                f"(float)(x * (double){left})",
            ]
        )
    if kind == 6:
        return f"({condition(writer, depth - 1)} ? {left} : {right})"
    return f"(float){integer(writer, depth - 1)}"


def condition(writer: Writer, depth: int) -> str:
    """A comparison, or two joined by && or ||."""
    choices = writer.choices
    sign = choices.pick(["<", "<=", ">", ">=", "==", "!="])
    if choices.number(0, 3) == 0:
        first = f"{real(writer, depth - 1)} {sign} {real(writer, 0)}"
    else:
        first = f"{integer(writer, depth - 1)} {sign} {integer(writer, 0)}"
    if depth > 0 and choices.number(0, 4) == 0:
        return f"({first}) {choices.pick(['&&', '||'])} ({condition(writer, 0)})"
    return first


def subscript(writer: Writer) -> str:
    """Mostly inside the arrays, for small numbers of rounds."""
    choices = writer.choices
    if not writer.counters:
        return str(choices.number(0, 6))
    i, j = choices.pick(writer.counters), choices.pick(writer.counters)
    kind = choices.number(0, 9)
    if kind < 5 or (writer.straight and kind < 7):
        return i
    return [
        f"{i} + 1",
        f"{i} + {choices.number(2, 5)}",
        f"2 * {i}",
        f"{i} * m + {j}",
        str(choices.number(0, 3)),
    ][kind - 5]


def element(writer: Writer, array: str) -> str:
    return f"{array}[{subscript(writer)}]"


def statement(writer: Writer, depth: int) -> None:
    """One statement, perhaps with others inside."""
    choices, indent = writer.choices, "  " * depth
    kind = choices.number(0, 11)
    if kind < 3:
        sign = choices.pick(["=", "+=", "=", "-=", "*=", "^="])
        place = element(writer, choices.pick(["a", "b", "c", "a"]))
        writer.lines.append(f"{indent}{place} {sign} {integer(writer, 2)};")
    elif kind < 5:
        sign = choices.pick(["=", "+=", "=", "*="])
        writer.lines.append(f"{indent}{element(writer, 'f')} {sign} {real(writer, 2)};")
    elif kind == 5:
        writer.lines.append(f"{indent}s {choices.pick(['+=', '^=', '='])} {integer(writer, 2)};")
    elif kind == 6:
        writer.lines.append(f"{indent}y {choices.pick(['+=', '=', '*='])} {real(writer, 2)};")
    elif kind == 7:
        name = f"w{len(writer.lines)}"
        writer.lines.append(f"{indent}int {name} = {integer(writer, 2)};")
        writer.lines.append(f"{indent}t += {name} * {name};")
    elif kind == 8:
        writer.lines.append(f"{indent}q[{subscript(writer)}] = {integer(writer, 1)};")
    elif kind == 9 and depth < 3:
        loop(writer, depth)
    else:
        branch(writer, depth)


def branch(writer: Writer, depth: int) -> None:
    """An if, perhaps with else, break or continue."""
    choices, indent = writer.choices, "  " * depth
    writer.lines.append(f"{indent}if ({condition(writer, 1)}) {{")
    kind = choices.number(0, 7) if writer.counters else 7
    if kind == 0:
        writer.lines.append(f"{indent}  {choices.pick(['break', 'continue', 'return t'])};")
    else:
        writer.lines.append(f"{indent}  t = {integer(writer, 2)};")
    if kind > 4:
        writer.lines.append(f"{indent}}} else {{")
        writer.lines.append(f"{indent}  {element(writer, 'b')} = {integer(writer, 1)};")
    writer.lines.append(f"{indent}}}")


def loop(writer: Writer, depth: int) -> None:
    """A for, while or do loop with a counter of its own."""
    choices, indent = writer.choices, "  " * depth
    counter = "ijvz"[writer.loops % 4] + ("" if writer.loops < 4 else str(writer.loops))
    writer.loops += 1
    bound = choices.pick(["n", "n", "m", "n - 1", "6", "3", "13"])
    kind = choices.number(0, 9)
    if kind < 7:
        start, step = choices.pick(["0", "0", "0", "1", "2"]), choices.pick(["++", "++", " += 2"])
        head = f"for (int {counter} = {start}; {counter} < {bound}; {counter}{step}) {{"
        tail = "}"
    elif kind == 7:
        head, tail = f"for (int {counter} = {bound}; {counter} > 0; {counter}--) {{", "}"
    else:
        writer.lines.append(f"{indent}int {counter} = 0;")
        head = f"while ({counter} < {bound}) {{" if kind == 8 else "do {"
        tail = "}" if kind == 8 else f"}} while ({counter} < {bound});"
    writer.lines.append(indent + head)
    if kind > 7:
        # Counted first, so that `continue` cannot keep the loop from ending.
        writer.lines.append(f"{indent}  {counter}++;")
    writer.counters.append(counter)
    for _ in range(choices.number(1, 3)):
        statement(writer, depth + 1)
    writer.counters.pop()
    writer.lines.append(indent + tail)


def straight_loop(writer: Writer) -> None:
    """A loop without branches over arrays that do not overlap: what lanes and dead stores need."""
    choices, counter = writer.choices, "ijvz"[writer.loops % 4]
    writer.loops += 1
    start, bound = choices.pick(["0", "0", "1"]), choices.pick(["n", "n", "m", "7", "16"])
    writer.lines.append(f"  for (int {counter} = {start}; {counter} < {bound}; {counter}++) {{")
    writer.counters.append(counter)
    for _ in range(choices.number(1, 3)):
        place = f"{choices.pick('aabf')}[{counter}{choices.pick(['', '', '', ' + 1'])}]"
        value = real(writer, 1) if place[0] == "f" else integer(writer, 1)
        kind = choices.number(0, 7)
        if kind < 4:
            writer.lines.append(f"    {place} = {value};")
        elif kind == 4:
            writer.lines.append(f"    {place} = {value}; {place} = {place[0]}[{counter}] + 1;")
        elif kind == 5:
            writer.lines.append(f"    s {choices.pick(['+=', '^=', '+='])} {integer(writer, 1)};")
        elif kind == 6:
            writer.lines.append(f"    p[{choices.number(0, 7)}] = {counter};")
        else:
            writer.lines.append(f"    y += {element(writer, 'g')};")
    writer.counters.pop()
    writer.lines.append("  }")


@strategies.composite
def programs(draw: strategies.DrawFn) -> str:
    """C files with one function `f` that takes arrays and numbers."""
    return program(DrawnChoices(draw))
