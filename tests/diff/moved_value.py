"""Put one value of a function into another register, by hand of its definitions and uses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from compiler_core.host.comparison.values import FunctionValues, Use, values_of
from compiler_core.host.compilation import FunctionListing

_REGISTER = re.compile(r"(?<![\w.$:])(?P<kind>[xwvqdshbzp])(?P<number>[12]?\d|3[01])(?![\w$])")
_FREE = {"x": (9, 10, 11, 12, 13, 14, 15), "v": (24, 25, 26, 27, 28, 29, 30, 31)}


def moved_value(function: FunctionListing) -> FunctionListing:
    """The function with its most used inner value renamed; unchanged if none can be.

    Values that come in, go out, or live while a call runs stay where they are.
    """
    values = values_of(function, {}, {})
    has_call = any(roles is not None and roles.branch == "call" for roles in values.roles)
    if has_call or any(" - " in line.text for line in function.lines):
        return function
    web = _inner_web(values)
    if web is None:
        return function
    used = {register for form in values.forms for register in form.registers}
    bank = next(use.register[0] for uses in values.uses for use in uses if web in _webs(use))
    free = [number for number in _FREE[bank] if f"{bank}{number}" not in used]
    if not free:
        return function
    lines = []
    for line, uses in zip(function.lines, values.uses, strict=True):
        chosen = [web in _webs(use) for use in uses]
        lines.append(replace(line, text=_renamed(line.text, chosen, free[0])))
    return replace(function, lines=tuple(lines))


def _webs(use: Use) -> tuple[int | None, int | None]:
    return (use.read_web, use.written_web)


def _inner_web(values: FunctionValues) -> int | None:
    standing = {web for places in values.boundaries.values() for web in places.values()}
    split = {
        web
        for uses in values.uses
        for use in uses
        if None not in _webs(use) and use.read_web != use.written_web
        for web in _webs(use)
    }
    counts = Counter(
        web
        for uses in values.uses
        for use in uses
        if use.register[0] in _FREE
        for web in set(_webs(use))
        if web is not None and web not in values.entry_registers
    )
    found = [web for web, _ in counts.most_common() if web not in standing | split]
    return found[0] if found else None


def _renamed(text: str, chosen: list[bool], number: int) -> str:
    if not any(chosen):
        return text
    mnemonic, space, operands = text.partition(" ")
    slot = -1

    def other(match: re.Match[str]) -> str:
        nonlocal slot
        if match["kind"] in "xw" and int(match["number"]) > 28:
            return match[0]
        slot += 1
        return f"{match['kind']}{number}" if chosen[slot] else match[0]

    return mnemonic + space + _REGISTER.sub(other, operands)
