"""The compilers' dumps read a second time, plainly: no code shared with the parsers.

LLVM's stream is cut at its header lines and GCC's files at theirs; a line counts as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_HEADER = re.compile(r"^(?:[#;] )?\*\*\* IR (.*?) \*\*\*(.*)$", re.M)
_FILE = re.compile(r"\.(\d{3})([tr])\.([\w.-]+)$")
_NOT_INLINED = re.compile(
    r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)(?:, column: \d+)?, scope: !\d+\)$", re.M
)
_DERIVED = ("; predecessors", "  liveins:", "Function Live", "# ")
_CUT = re.compile(r",? ![a-z]|\s*; preds|\s#\d+|,? debug-location|\(0x|; %bb|, !dbg")


@dataclass(frozen=True)
class PlainText:
    """One printed text: the pass, the whole header or file name, the function's lines.

    lines_of_numbers: source line by `!dbg` number, of places that were not inlined.
    """

    name: str
    header: str
    lines: tuple[str, ...]
    lines_of_numbers: Mapping[str, int] = field(default_factory=dict)


def llvm_texts(messages: str, symbol: str) -> list[PlainText]:
    """Every text of the function, in order, without the ones `-print-after` repeats."""
    parts = _HEADER.split(messages)
    texts = []
    for head, tail, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        start = messages.find(f"*** IR {head} ***{tail}")
        repeated = messages[max(start - 2, 0) : start] == "; " and "(invalidated)" not in head
        lines = _llvm_function(body, symbol)
        if lines and not repeated and "omitted" not in head:
            name = re.sub(r"^Dump (?:After|At) | on .*$", "", head)
            numbers = {number: int(line) for number, line in _NOT_INLINED.findall(body)}
            texts.append(PlainText(name, head, lines, numbers))
    return texts


def _llvm_function(body: str, symbol: str) -> tuple[str, ...]:
    machine = re.search(
        rf"^# Machine code for function {re.escape(symbol)}:.*?\n(.*?)^# End machine",
        body,
        re.M | re.S,
    )
    if machine is not None:
        lines = machine[1].splitlines()
        return tuple(line for line in lines if line.strip() and not line.startswith(_DERIVED))
    code = re.search(rf"^define [^\n]*@{re.escape(symbol)}\(.*?^}}$", body, re.M | re.S)
    return tuple(line for line in code[0].splitlines() if line.strip()) if code else ()


def gcc_texts(files: Mapping[str, bytes], symbol: str) -> list[PlainText]:
    """Every pass that printed blocks of the function, by number."""
    texts = []
    numbered = [(match, name) for name in files if (match := _FILE.search(name)) is not None]
    for match, name in sorted(numbered, key=lambda pair: int(pair[0][1])):
        text = files[name].decode(errors="replace")
        sections = re.split(r"^;; Function ", text, flags=re.M)
        mine = [section for section in sections if f"({symbol}," in section.partition("\n")[0]]
        lines = _gcc_function(mine[-1], match[2]) if mine else ()
        if lines:
            texts.append(PlainText(match[3], name, lines))
    return texts


def _gcc_function(section: str, letter: str) -> tuple[str, ...]:
    starts = [match.start() for match in re.finditer(r"^;;\s+basic block 2, loop", section, re.M)]
    if not starts:
        return ()
    lines = [line for line in section[starts[-1] :].splitlines() if line.strip()]
    if letter == "t":
        return tuple(line for line in lines if not line.startswith(";;") and line != "}")
    code = [line for line in lines if re.match(r" *\d+: ", line)]
    return tuple(line for line in code if not re.match(r" *\d+: (?:NOTE|debug)", line))


def agrees(read: str, plain: str) -> bool:
    """The line as we read it holds the printed line, up to the notes at its end."""
    wanted = _CUT.split(plain)[0].rstrip(" ,")
    return bool(wanted) and read.startswith(wanted)


def agrees_without_brackets(read: str, plain: str) -> bool:
    """GIMPLE: places and counts stand in square brackets, so nothing in brackets is compared."""
    return _without_brackets(read) == _without_brackets(plain)


def _without_brackets(text: str) -> str:
    return re.sub(r"\[[^\[\]]*\]|\s", "", text)
