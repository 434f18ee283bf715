"""GCC's messages as its passes write them into their dumps (`-fdump-tree-vect-optall`).

The same messages as in `-fsave-optimization-record`, but written as they come: that record stays in
GCC's memory until the end (1.3 GiB for 200 loops) and takes it five times as long. What is missing
is the call that inlined code came from, which C++ cannot do without. Formats: GCC's `dumpfile.cc`
(`dump_loc`), `passes.cc` (`pass_init_dump_file`) and `function.cc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from compiler_core.host.verdicts.account import Account
from compiler_core.source import Location, SourceFile
from compiler_core.trace import Remark, RemarkSeverity

# Of the vectoriser also what it notes on its way: there it says which loop it speaks of.
_DECIDING_PASSES = (
    "einline", "unswitch", "lsplit", "lversion", "unrolljam", "ldist", "linterchange", "ifcvt",
    "pcom", "cunroll", "cunrolli", "slp", "ivopts", "cselim", "sink",
)  # fmt: skip
FLAGS = (
    "-fdump-tree-vect-optall",
    *(f"-fdump-tree-{name}-missed-optimized" for name in _DECIDING_PASSES),
    "-fdump-rtl-loop2_unroll-missed-optimized",
    "-fdump-ipa-inline-missed-optimized",
    "-fdump-ipa-icf-missed-optimized",
)
ANALYSIS_SCOPE = "=== analyze_loop_nest ==="
DISTANCE = re.compile(r"dependence distance\s+= (-?\d+)\.?")
# The vectoriser tries several widths; why one of them did not do is no reason once another did.
_TRIED_AGAIN = "***** Re-trying analysis with vector mode"
# A loop's part begins and ends; behind it the same is said of packing operations of its body.
_LOOP_MARKS = (ANALYSIS_SCOPE, "couldn't vectorize loop", "loop vectorized")
_REFUSAL = re.compile(r"not vectorized:|bad data dependence\.")
# `a.c.172t.vect`, `a.c.178t.slp1`, `a.c.290r.loop2_unroll`.
_SUFFIX = re.compile(r"\.\d{3}[tri]\.(?P<name>(?:loop2_)?[a-z]+)\d*$")
_FUNCTION = re.compile(r"^;; Function .*?\((?P<symbol>[^\s,()]+), funcdef_no=")
_MESSAGE = re.compile(
    r"^(?:(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<column>\d+): )?"
    r"(?P<kind>note|missed|optimized): +(?P<text>.*)$"
)
_NAMED = re.compile(r"(?P<name>\w+)\s*\(")
_SEVERITIES: dict[str, RemarkSeverity] = {"optimized": "passed", "missed": "missed"}


def read_gcc_messages(files: Mapping[str, bytes], source: SourceFile) -> tuple[Account, ...]:
    """All accounts, pass by pass in GCC's order; files that are no dumps of a pass tell nothing."""
    lines = source.text.splitlines()
    named = ((name, _SUFFIX.search(name)) for name in sorted(files))
    return tuple(
        account
        for name, suffix in named
        if suffix is not None
        for account in _accounts(files[name].decode("utf-8", "replace"), suffix["name"], lines)
    )


def _accounts(dump: str, pass_name: str, lines: list[str]) -> Iterator[Account]:
    symbol = ""
    attempt: list[Account] = []
    for text, following in pairwise((*dump.splitlines(), "")):
        header = _FUNCTION.match(text)
        if header is not None:
            symbol = header["symbol"]
        message = _MESSAGE.match(text)
        if message is None:
            continue
        if any(mark in text for mark in _LOOP_MARKS):
            yield from attempt
            attempt.clear()
        if _is_read(message):
            words = f"{message['text']} {_continued(message['text'], following)}".strip()
            attempt.append(_account(message, words, pass_name, symbol, lines))
        elif _TRIED_AGAIN in message["text"]:
            yield from (account for account in attempt if not _REFUSAL.match(account.message))
            attempt.clear()
    yield from attempt


def _continued(text: str, following: str) -> str:
    """What is said of a statement may go on behind its line: its type, or the other of two."""
    is_other = following.startswith(";;") or following.endswith(")") or _MESSAGE.match(following)
    return following.strip() if text.endswith(";") and not is_other else ""


def _is_read(message: re.Match[str]) -> bool:
    """Of the vectoriser's notes, nine tenths of all, those that verdicts are formed from."""
    text = message["text"]
    return message["kind"] != "note" or ANALYSIS_SCOPE in text or DISTANCE.search(text) is not None


def _account(
    message: re.Match[str], words: str, pass_name: str, symbol: str, lines: list[str]
) -> Account:
    return Account(
        remark=Remark(
            _SEVERITIES.get(message["kind"], "analysis"),
            words,
            _place(message, symbol, lines),
        ),
        pass_name=pass_name,
        function=symbol,
    )


def _is_of(symbol: str, name: str) -> bool:
    """C's symbol is the name, perhaps with what was made of it (`f.part.0`); C++'s tells its
    length."""
    return symbol.partition(".")[0] == name or f"{len(name)}{name}" in symbol


def _place(message: re.Match[str], symbol: str, lines: list[str]) -> Location | None:
    """None where GCC knows none: then it writes where the function's name stands."""
    if message["file"] is None:
        return None
    line, column = int(message["line"]), int(message["column"])
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    name = _NAMED.match(text, column - 1)
    if name is not None and _is_of(symbol, name["name"]):
        return None
    return Location(message["file"].rpartition("/")[2], line, column)
