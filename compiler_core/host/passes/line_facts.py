"""What the comparison needs to know of one line of a dump: its names, and itself without them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.host.passes.dump import Level
from compiler_core.host.passes.noise import without_noise

_VALUES: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r'%[\w.$-]+|%"[^"]+"|^[\w.$-]+(?=:)|^"[^"]+"(?=:)'),
    "machine IR": re.compile(r"%bb\.\d+|%\d+|^bb\.\d+"),
    "GIMPLE": re.compile(
        r"\.MEM_\d+|\b[A-Za-z_][\w.]*_\d+|\b_\d+|<bb \d+>|<?[DL]\.?\d+>?"
        r"|(?<=\()\d+(?=\)(?:, |>))"
    ),
    "RTL": re.compile(r"\br\d+\b|\bL\d+\b|<bb \d+>|^\s*\d+(?=: )"),
    "IPA": re.compile(r"\b\w+/\d+"),
}
_DEFINITION: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r'^\s*(%[\w.$-]+|%"[^"]+") = |^([\w.$-]+|"[^"]+"):'),
    "machine IR": re.compile(
        r"^\s*(?:(?:early-clobber|undef) )*(%\d+)(?:\.\w+)?(?= =|, )|^(bb\.\d+)"
    ),
    "GIMPLE": re.compile(r"^\s*(?:# )?([A-Za-z_][\w.]*_\d+|_\d+|\.MEM_\d+) = |^(<bb \d+>):"),
    "RTL": re.compile(r"^\s*\d+: (r\d+):\w+=|^(<bb \d+>):|^\s*\d+: (L\d+):"),
    "IPA": re.compile(r"(?!)"),
}
# RTL instruction numbers and memory states say nothing about the program.
_NUMBERING = re.compile(r"\.MEM_\d+|\s*\d+")
_PERCENT: tuple[Level, ...] = ("LLVM IR", "machine IR")
_HOLE = "%"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFacts:
    """One line, taken apart."""

    compared: str
    """The text without notes."""
    blank: str
    """Without names as well."""
    pieces: tuple[str, ...]
    """The text between the names."""
    names: tuple[str, ...]
    """Values and blocks in order, `%` for those that only number."""
    defined: str
    """The value or block the line defines, empty if none."""
    is_movable: bool
    """A statement, not a label or a brace."""


@kept_for_short_lines
def facts_of(text: str, level: Level) -> LineFacts:
    """Take one line apart; lines recur from dump to dump, so what was found is kept."""
    compared = without_noise(text, level)
    pattern = _VALUES[level]
    pieces = tuple(pattern.split(compared))
    names = tuple(_plain_name(name, level) for name in pattern.findall(compared))
    return LineFacts(
        compared=compared,
        blank=_HOLE.join(pieces),
        pieces=pieces,
        names=names,
        defined=_defined(compared, level),
        is_movable=_is_movable(compared),
    )


def signature(facts: LineFacts, renamed: Mapping[str, str]) -> str:
    """The line with its own result blanked and its operands renamed."""
    parts = [facts.pieces[0]]
    for name, piece in zip(facts.names, facts.pieces[1:], strict=True):
        parts.append(_HOLE if name == facts.defined else renamed.get(name, name))
        parts.append(piece)
    return "".join(parts).strip()


def _defined(text: str, level: Level) -> str:
    match = _DEFINITION[level].match(text)
    name = next((group for group in match.groups() if group), "") if match else ""
    return _plain_name(name, level) if name else ""


def _plain_name(name: str, level: Level) -> str:
    """A block as the branches to it spell it, also in phis; nothing for mere numbering."""
    if level == "GIMPLE" and name.isdigit():
        return f"<bb {name}>"
    if _NUMBERING.fullmatch(name):
        return _HOLE
    return f"%{name}" if level in _PERCENT and not name.startswith("%") else name


def _is_movable(text: str) -> bool:
    stripped = text.strip()
    return bool(stripped) and not stripped.endswith((":", "{", "}")) and stripped != "else"
