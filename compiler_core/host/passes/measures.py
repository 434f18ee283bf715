"""What a dump contains, counted: the numbers that the pass story speaks about.

Each level has its own patterns for the same kinds of operation. A line may count for several kinds
(a vector load is a load and a vector operation).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.host.passes.dump import Dump, Level
from compiler_core.host.passes.structure import Structure, structure_of

Kind = Literal["slot", "load", "store", "phi", "call", "branch", "vector", "fused", "division"]
KINDS: tuple[Kind, ...] = (
    "slot", "load", "store", "phi", "call", "branch", "vector", "fused", "division",
)  # fmt: skip

_NEVER = r"(?!)"
_PATTERNS: Mapping[Level, Mapping[Kind, str]] = {
    "LLVM IR": {
        "slot": r" = alloca ",
        "load": r" = (?:atomic )?load |@llvm\.masked\.(?:load|gather)",
        "store": r"^\s+store |@llvm\.masked\.(?:store|scatter)",
        "phi": r" = phi ",
        "call": r"(?:^\s+|= )(?:tail |musttail |notail )?call (?!.*@llvm\.)",
        "branch": r"^\s+br i1 |^\s+switch ",
        "vector": r"<(?:vscale x )?\d+ x ",
        "fused": r"@llvm\.fma\.|@llvm\.fmuladd\.",
        "division": r" = (?:exact )?(?:[suf]div|[suf]rem) ",
    },
    "machine IR": {
        "slot": r"%stack\.\d+",
        "load": r"\bLD[RPUN1-4]|:: \(load ",
        "store": r"\bST[RPUN1-4]|:: \(store ",
        "phi": r" = PHI ",
        "call": r"\bBLR?\b",
        "branch": r"^\s+(?:Bcc|CBN?Z[WX]|TBN?Z[WX])\b",
        "vector": r"v\d+[if]\d+|_Z[A-Z]*_|:zpr|\b(?:LD|ST)(?:P|N?P|R|UR)Q",
        "fused": r"FMADD|FMLA|FMSUB|FNMADD",
        "division": r"[SU]DIV|FDIV",
    },
    "GIMPLE": {
        "slot": _NEVER,
        "load": r" = (?:MEM|\*|[\w.]+\[|[\w.]+->|VIEW_CONVERT_EXPR<[^>]*>\(MEM)"
        r"|\.(?:MASK_LOAD|LEN_LOAD|GATHER_LOAD|LOAD_LANES|MASK_LOAD_LANES)",
        "store": r"^\s*(?:MEM\b[^=]*|\*[\w.()]+|[\w.]+\[[^=]*|[\w.]+->[\w.]+) = "
        r"|\.(?:MASK_STORE|LEN_STORE|SCATTER_STORE|STORE_LANES|MASK_STORE_LANES)",
        "phi": r" = PHI <",
        "call": r"(?:^|= )\s*(?!\.)[A-Za-z_]\w* \(.*\);",
        "branch": r"^\s*if \(|^\s*switch \(",
        "vector": r"\bvect_|\bvectp_|\bmask_",
        "fused": r"\.FMA|\.FMS|\.FNMA",
        "division": r" (?:/|%|%%) ",
    },
    "RTL": {
        "slot": r"\[(?:r64|virtual-stack|sfp|sp)[:\w]*[+-]",
        "load": r"=(?:\w+\()?\[|=\{?\w+:\w+\*?.*\+\[",
        "store": r"^\s*\d+: \[",
        "phi": _NEVER,
        "call": r"call ",
        "branch": r"pc=\{",
        "vector": r":V\d+[A-Z]+\b|:VNx\d+",
        "fused": r"=\{\w+:\w+\*\w+:\w+[+-]",
        "division": r"[^/*]/[^/*]",
    },
    "IPA": dict.fromkeys(KINDS, _NEVER),
}
_COMPILED: dict[Level, dict[Kind, re.Pattern[str]]] = {
    level: {kind: re.compile(pattern) for kind, pattern in patterns.items()}
    for level, patterns in _PATTERNS.items()
}
_SKIPPED = re.compile(r"^\s*(?:[{}]|successors:|liveins:|else$|define |<bb \d+>:|[\w.$-]+:$)|;$^")
_DECLARED = re.compile(r"^  [\w<>*() ]+ \**[\w.]+(?:\[[^\]]*\])*;$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Counts for one dump: statements, blocks, loops, and lines of each kind."""

    structure: Structure
    """The dump's blocks and loops, with the depth of each line."""
    statements: int
    """Lines that are statements, in all blocks."""
    statements_inside: int
    """Lines that are statements in loops."""
    blocks: int
    """How many basic blocks it has."""
    loops: int
    """How many loops it has, nested ones each for itself."""
    counts: Mapping[Kind, int]
    """Kind to how many statements are of it; one statement may be of several."""
    inside: Mapping[Kind, int]
    """Kind to how many statements in loops are of it."""


def measure(dump: Dump) -> Measures:
    """Count a dump that has lines."""
    structure = structure_of(dump)
    counts: Counter[Kind] = Counter()
    inside: Counter[Kind] = Counter()
    statements = statements_inside = 0
    for line, depth in zip(dump.lines or (), structure.depth_of, strict=True):
        if not is_statement(line.text, dump.level):
            continue
        kinds = kinds_of(line.text, dump.level)
        statements += 1
        counts.update(kinds)
        if depth > 0:
            statements_inside += 1
            inside.update(kinds)
    return Measures(
        structure=structure,
        statements=statements,
        statements_inside=statements_inside,
        blocks=len(structure.names) - 1,
        loops=structure.loops,
        counts={kind: counts[kind] for kind in KINDS},
        inside={kind: inside[kind] for kind in KINDS},
    )


@kept_for_short_lines
def kinds_of(text: str, level: Level) -> frozenset[Kind]:
    """What kinds of operation one line is."""
    if not is_statement(text, level):
        return frozenset()
    return frozenset(kind for kind, pattern in _COMPILED[level].items() if pattern.search(text))


@kept_for_short_lines
def is_statement(text: str, level: Level) -> bool:
    """True for lines that do something: not labels, braces, declarations or flow notes."""
    if not text.strip() or _SKIPPED.match(text):
        return False
    return level != "GIMPLE" or not _DECLARED.match(text) or " = " in text
