"""Single operands changed in listings: an explanation that does not notice explains nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.explain import explain
from compiler_core.host.instruction import CONDITIONS, parse_instruction

_REGISTER = re.compile(r"(?<![\w.])(?P<kind>[xwbhsdqvzp])(?P<number>\d{1,2})(?!\d|x)")
_NUMBER = re.compile(r"(?<![\w.])#?-?\d+(?![\w.])")
_CONDITION = re.compile(rf"\b(?:{'|'.join(CONDITIONS[:14])})\b")
_LAST_REGISTER = {"p": 7}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line, the same with one operand changed, and whether its explanation changed."""

    line: str
    changed: str
    noticed: bool


def operand_mutants(lines: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """`count` mutants of lines that are explained, drawn with a seed."""
    draw = random.Random(seed)
    found: list[Mutant] = []
    while len(found) < count:
        line = draw.choice(lines)
        changed = _changed(line, draw)
        if changed is None:
            continue
        before, after = explain(parse_instruction(line)), explain(parse_instruction(changed))
        if before.specific:
            found.append(Mutant(line, changed, before.sentence != after.sentence))
    return found


def _changed(line: str, draw: random.Random) -> str | None:
    name, _, operands = line.partition(" ")
    places = [
        (match, replacement)
        for pattern, replacement in (
            (_REGISTER, _other_register), (_NUMBER, _other_number), (_CONDITION, _other_condition)
        )
        for match in pattern.finditer(operands)
    ]  # fmt: skip
    if not places:
        return None
    match, replacement = draw.choice(places)
    other = replacement(match, draw)
    return f"{name} {operands[: match.start()]}{other}{operands[match.end() :]}"


def _other_register(match: re.Match[str], draw: random.Random) -> str:
    last = _LAST_REGISTER.get(match["kind"], 28)
    numbers = [number for number in range(last + 1) if number != int(match["number"])]
    return f"{match['kind']}{draw.choice(numbers)}"


def _other_number(match: re.Match[str], draw: random.Random) -> str:
    sign = "#" if match[0].startswith("#") else ""
    number = int(match[0].removeprefix("#"))
    return f"{sign}{number + draw.choice((1, 2, 4, 8))}"


def _other_condition(match: re.Match[str], draw: random.Random) -> str:
    return draw.choice([name for name in CONDITIONS[:14] if name != match[0]])
