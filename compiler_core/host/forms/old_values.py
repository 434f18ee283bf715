"""Formulas are read in order: what a statement reads after it was overwritten is marked `old`.

A formula's templates speak of the values before the instruction. As a reader goes through it from
left to right, `w8 = w0 - w8; nzcv = flags(w0 - w8)` would say something else: the mark, made here
for every form by the text itself, gives `nzcv = flags(w0 - old(w8))`. A `for` applies to the
statements before it as a whole; there, what a lane reads of a register that the loop writes is
marked unless it is that very lane. Views of one register count as one: w8 and x8, d0 and v0.s[1].
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_GENERAL = re.compile(r"[xw](\d{1,2})")
_READ = re.compile(
    r"(?<![\w.$])(?P<text>(?P<name>[xw]\d{1,2}|[bhsdqvz]\d{1,2}|p\d{1,2}|sp)"
    r"(?P<view>\.\d{0,2}[bhsdq](?P<lane>\[(?:[^\[\]]|\[[^\[\]]*\])*\])?)?)(?![\w.$\[])"
)
_LOOP = re.compile(r" for (?:i = |each lane i)")
_OLD = re.compile(r"\bold\(((?:[^()]|\([^()]*\))*)\)")
_MASK = re.compile(r"mask_flags\([^,()]+, (?P<mask>p\d+)\)")
_ON_SYMBOLS = re.compile(r"[a-z_0-9]*(?:page|address|low12|high12|pointer_to|_of)\w*\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Group:
    """Statements that run as often as their loop says, and the loop's text (empty for once)."""

    statements: tuple[str, ...]
    loop: str


def with_old_values(formula: str) -> str:
    """The formula with marks, and without assignments to the register that keeps nothing."""
    if " = " not in formula:
        return formula
    if ";" not in formula and " for " not in formula and not formula.startswith("0 = "):
        return formula
    written: set[str] = set()
    marked = []
    for group in _groups(formula):
        statements = [part for part in group.statements if not part.startswith("0 = ")]
        own = _written_by(statements) if group.loop else set()
        lines = []
        for statement in statements:
            lines.append(_marked(statement, written, own))
            written |= _written_by((statement,))
        if lines:
            marked.append("; ".join(lines) + _marked_mask(group.loop, own))
    return "; ".join(marked)


def _marked_mask(loop: str, own: set[str]) -> str:
    """The predicate under which flags are set, if the loop has overwritten it."""
    match = _MASK.search(loop)
    if match is None or match["mask"] not in own:
        return loop
    return f"{loop[: match.start('mask')]}old({match['mask']}){loop[match.end('mask') :]}"


def without_marks(formula: str) -> str:
    """The formula as it speaks of the values before the instruction alone."""
    return _OLD.sub(r"\1", formula)


def _groups(formula: str) -> list[_Group]:
    groups: list[_Group] = []
    waiting: list[str] = []
    for part in _split(formula):
        loop = _LOOP.search(part)
        waiting.append(part if loop is None else part[: loop.start()])
        if loop is not None:
            groups.append(_Group(tuple(waiting), part[loop.start() :]))
            waiting = []
    groups.extend(_Group((part,), "") for part in waiting)
    return groups


def _split(formula: str) -> list[str]:
    """At semicolons; none stands in brackets."""
    return [part.strip() for part in formula.split(";")]


def _written_by(statements: list[str] | tuple[str, ...]) -> set[str]:
    registers: set[str] = set()
    for statement in statements:
        target, equals, _ = statement.partition(" = ")
        match = _READ.fullmatch(target)
        if equals and match is not None:
            registers.add(_register(match["name"]))
    return registers


def _register(name: str) -> str:
    """One name for all views of a register."""
    general = _GENERAL.fullmatch(name)
    if general is not None:
        return f"x{general[1]}"
    return name if name[0] == "p" or name == "sp" else f"v{name[1:]}"


def _marked(statement: str, written: set[str], own: set[str]) -> str:
    """own: registers that the loop around the statement writes, this statement among them."""
    target, equals, right = statement.partition(" = ")
    if not equals:
        return _mark(statement, "", written, own)
    if target.startswith("mem"):
        target = _mark(target, "", written, own)
    return f"{target} = {_mark(right, target, written, own)}"


def _mark(text: str, target: str, written: set[str], own: set[str]) -> str:
    def mark(match: re.Match[str]) -> str:
        register = _register(match["name"])
        same_lane = match["text"] == target and register not in written
        if register in written or (register in own and not same_lane):
            return f"old({match['text']})"
        lane = match["lane"]
        if lane is None or match["text"] == target:
            return match["text"]
        return f"{match['text'].removesuffix(lane)}[{_READ.sub(mark, lane[1:-1])}]"

    def outside_symbols(text: str) -> str:
        return _READ.sub(mark, text)

    parts, start = [], 0
    for symbol in _ON_SYMBOLS.finditer(text):
        parts += [outside_symbols(text[start : symbol.start()]), symbol[0]]
        start = symbol.end()
    return "".join((*parts, outside_symbols(text[start:])))
