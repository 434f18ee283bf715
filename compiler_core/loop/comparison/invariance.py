"""Which values of a compiler's dump change from one round of a loop to the next.

A value changes if it comes from memory, from a call or from where paths meet, if it is worked out
from its own last value, or if anything it is worked out from changes. What remains gives the same
value in every round, as in Aho et al., Compilers (2006), section 9.5.1. A dump before SSA form
writes a variable more than once; such a variable counts as changing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.structure import structure_of
from compiler_core.loop.comparison.words import word_of_line

_VALUES = re.compile(r"%[\w.]+|[A-Za-z_][\w.]*(?:\(D\))?")
_NOT_COMPUTED = frozenset({"phi", "load", "store", "call"})
# GCC and LLVM write products by powers of two either way.
_SAME_WORK = {"shift": "multiplication"}


def kind_of_work(word: str) -> str:
    """The word, or the one for the same work in another form."""
    return _SAME_WORK.get(word, word)


def work_in_loops(dump: Dump, words: Collection[str]) -> tuple[list[str], list[str]]:
    """Lines of these kinds that stand in a loop: those whose value changes there, and the rest."""
    wanted = {kind_of_work(word) for word in words}
    depths = structure_of(dump).depth_of
    lines = [
        (line.text.strip(), depth)
        for line, depth in zip(dump.lines or (), depths, strict=True)
        if depth
    ]
    kinds = [kind_of_work(word_of_line(text, dump.level)) for text, _ in lines]
    changing: list[str] = []
    constant: list[str] = []
    varying = {
        depth: _varying(
            [(text, kind) for (text, own), kind in zip(lines, kinds, strict=True) if own >= depth]
        )
        for depth in {depth for _, depth in lines}
    }
    for (text, depth), kind in zip(lines, kinds, strict=True):
        if kind in wanted:
            (changing if _used(text) & varying[depth] else constant).append(text)
    return changing, constant


def _varying(lines: Sequence[tuple[str, str]]) -> set[str]:
    """Values that change among lines of a loop, each with its kind of work."""
    used_by = {name: _used(text) for text, _ in lines if (name := _defined(text))}
    changing = _changing_by_themselves(lines)
    return _with_dependents(changing, used_by)


def _changing_by_themselves(lines: Sequence[tuple[str, str]]) -> set[str]:
    written = Counter(_defined(text) for text, _ in lines)
    changing = {name for name, times in written.items() if name and times > 1}
    seen: set[str] = set()
    for text, kind in lines:
        name = _defined(text)
        if name and (kind in _NOT_COMPUTED or name in _used(text)):
            changing.add(name)
        # Read above the place where it is written: the value of the round before.
        changing |= {value for value in _used(text) if value in written and value not in seen}
        seen.add(name)
    return changing


def _with_dependents(names: set[str], used_by: Mapping[str, set[str]]) -> set[str]:
    while more := {name for name, used in used_by.items() if name not in names and used & names}:
        names |= more
    return names


def _defined(text: str) -> str:
    """The value that a line defines, "" for none."""
    left, sign, _ = text.partition(" = ")
    match = _VALUES.fullmatch(left.strip().removeprefix("# ")) if sign else None
    return match[0] if match else ""


def _used(text: str) -> set[str]:
    before, sign, after = text.partition(" = ")
    return set(_VALUES.findall(after if sign else before))
