"""Structures drawn at random, and a function that changes each of their numbers and reads it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

_WIDTHS = {
    "unsigned char": 8, "signed char": 8, "unsigned short": 16, "short": 16, "unsigned": 32,
    "int": 32, "unsigned long": 64, "long": 64, "_Bool": 1,
}  # fmt: skip
_MOST_MEMBERS = 5
_ATTRIBUTES = ("", "", "__attribute__((packed)) ")


@dataclass(frozen=True)
class DrawnRecord:
    """text: from `struct` to the brace; paths: of its numbers, as `.x`, `.in[1].b`."""

    text: str
    paths: tuple[str, ...]
    bits: tuple[str, ...]


def drawn_record(random_: random.Random, depth: int = 0) -> DrawnRecord:
    """Fields of several widths and signs, those of no width and without names, plain numbers, rows
    of these, and structures within; some packed."""
    lines: list[str] = []
    paths: list[str] = []
    bits: list[str] = []
    for number in range(random_.randint(2, _MOST_MEMBERS)):
        name = f"m{number}"
        kind = random_.choice(list(_WIDTHS))
        choice = random_.random()
        if choice < 0.6 or number == 0:
            width = random_.randint(1, _WIDTHS[kind])
            lines.append(f"{kind} {name} : {width};")
            paths.append(f".{name}")
            bits.append(f".{name}")
        elif choice < 0.7:
            lines.append(f"{kind} : {random_.choice((0, 0, 1))};")
        elif choice < 0.8 or depth:
            lines.append(f"{kind} {name};")
            paths.append(f".{name}")
        elif choice < 0.87:
            lines.append(f"{kind} {name}[2];")
            paths += [f".{name}[0]", f".{name}[1]"]
        else:
            inner = drawn_record(random_, 1)
            lines.append(f"{inner.text} {name}[2];")
            found = [f".{name}[{at}]" for at in range(2)]
            paths += [f"{at}{path}" for at in found for path in inner.paths]
            bits += [f"{at}{path}" for at in found for path in inner.bits]
    attribute = random_.choice(_ATTRIBUTES)
    text = f"struct {attribute}{{ {' '.join(lines)} }}"
    return DrawnRecord(text, tuple(paths), tuple(bits))


def changing_program(records: list[DrawnRecord]) -> tuple[str, list[str]]:
    """A function of arrays p0, p1… that gives each number another value and then writes it, as the
    compiler reads it, to y; and the elements in the order of y."""
    types = [f"typedef {record.text} row{at};" for at, record in enumerate(records)]
    parameters = ", ".join(f"row{at} *p{at}" for at in range(len(records)))
    lines, names = [], []
    for path, at, number in _places(records):
        lines.append(f"p{at}[1]{path} = (p{at}[1]{path} ^ 1) + {2 * (number * 37 % 1009)}l;")
        names.append(f"p{at}[1]{path}")
    reads = [f"y[{number}] = {name};" for number, name in enumerate(names)]
    body = "\n  ".join(("if (n < 2) return;", *lines, *reads))
    text = "\n".join(types) + f"\nvoid f({parameters}, long *y, int n) {{\n  {body}\n}}\n"
    return text, names


def _places(records: list[DrawnRecord]) -> Iterator[tuple[str, int, int]]:
    pairs = ((path, at) for at, record in enumerate(records) for path in record.paths)
    for number, (path, at) in enumerate(pairs):
        yield path, at, number
