"""What a line of any of the three representations does, in the textbook's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from compiler_core.host.passes.dump import Dump, Level

# The first pattern that matches decides.
_GIMPLE = (
    ("phi", r" = PHI <"),
    ("store", r"^\s*(?:MEM\b[^=]*|\*[\w.()]+|[\w.]+\[[^=]*) = |\.MASK_STORE"),
    ("load", r" = (?:MEM|\*|[\w.]+\[)|\.MASK_LOAD"),
    ("conversion", r" = \((?:[\w ]+|<[^>]*>)\) "),
    ("multiplication", r" = .* \* "),
    ("division", r" = .* (?:/|%) "),
    ("shift", r" = .* (?:<<|>>) "),
    ("comparison", r"^\s*if \(| = .* (?:<|<=|>|>=|==|!=) "),
    ("addition", r" = .* (?:\+|-) "),
    ("selection", r" = .* \? "),
    ("call", r"(?:^|= )\s*[A-Za-z_.]\w* \("),
)
_LLVM = (
    ("phi", r" = phi "),
    ("store", r"^\s+store |@llvm\.masked\.store"),
    ("load", r" = load |@llvm\.masked\.load"),
    ("conversion", r" = (?:[sz]ext|trunc|fpext|fptrunc|[su]itofp|fpto[su]i)\b"),
    ("multiplication", r" = f?mul "),
    ("division", r" = (?:[suf]div|[suf]rem) "),
    ("shift", r" = (?:shl|[al]shr) "),
    ("comparison", r" = [if]cmp "),
    ("addition", r" = f?(?:add|sub) |getelementptr"),
    ("selection", r" = select "),
    ("call", r"\bcall "),
)
_COMPILED: Mapping[Level, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "GIMPLE": tuple((word, re.compile(pattern)) for word, pattern in _GIMPLE),
    "LLVM IR": tuple((word, re.compile(pattern)) for word, pattern in _LLVM),
}
# How a subscript becomes as wide as a pointer.
_WIDENED: Mapping[Level, re.Pattern[str]] = {
    "GIMPLE": re.compile(r"\((?:long unsigned int|unsigned long|sizetype)\) "),
    "LLVM IR": re.compile(r"(?:[sz]ext .* to i64|getelementptr )"),
}
_VALUE = re.compile(r"%[\w.]+|[\w.]*_\d+(?:\(D\))?")
_OPCODES = {
    "mul": "multiplication", "div": "division", "rem": "division", "shl": "shift", "shr": "shift",
    "add": "addition", "sub": "addition", "neg": "addition", "load": "load", "store": "store",
    "convert": "conversion", "phi": "phi", "select": "selection", "call": "call",
    "lt": "comparison", "le": "comparison", "gt": "comparison", "ge": "comparison",
    "eq": "comparison", "ne": "comparison",
}  # fmt: skip


def word_of_line(text: str, level: Level) -> str:
    """`multiplication`, `load`…; empty for lines and levels that have no word."""
    for word, pattern in _COMPILED.get(level, ()):
        if pattern.search(text):
            return word
    return ""


def address_values(dump: Dump | None) -> frozenset[str]:
    """Values that only compute addresses: subscripts widened to pointer size, and sums with them.

    The textbook has subscripts instead, so these operations have no counterpart there.
    """
    pattern = _WIDENED.get(dump.level) if dump is not None else None
    if dump is None or pattern is None:
        return frozenset()
    addresses: set[str] = set()
    for line in dump.lines or ():
        left, sign, right = line.text.strip().partition(" = ")
        widened = pattern.match(right) is not None
        computes = word_of_line(line.text, dump.level) in ("multiplication", "addition", "shift")
        if sign and (widened or (computes and addresses & set(_VALUE.findall(right)))):
            addresses.add(left)
    return frozenset(addresses)


def word_or_address(text: str, level: Level, addresses: Collection[str]) -> str:
    """As `word_of_line`, but `address computation` for a value among `addresses`."""
    if text.strip().partition(" = ")[0] in addresses:
        return "address computation"
    return word_of_line(text, level)


def word_of_opcode(opcode: str) -> str:
    """The word for an operation of ours; the operation's own name if there is no better one."""
    return _OPCODES.get(opcode, opcode)


def counted_words(words: Iterable[str]) -> str:
    """`2 multiplications and 1 load`; `nothing` for none."""
    counts = Counter(word for word in words if word)
    parts = [
        f"{number} {word if number == 1 else plural(word)}"
        for word, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(word: str) -> str:
    """`loads`, `copies`."""
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return word if word.endswith("s") else f"{word}s"
