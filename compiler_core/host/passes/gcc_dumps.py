"""GCC's dump files (`loop.c.172t.vect`) to dumps of one function.

GCC writes one file a pass; the number in its name is the pass's place in the order, the letter its
level (t: GIMPLE, r: RTL, i: interprocedural). Each file holds every function, after a `;; Function`
line and whatever the pass logged. With `-fdump-…-blocks` each basic block stands between two notes,
`;; basic block 3` and `;; succ: 6 4`: only what is between them is the program, the rest is log.
Cut from the text: profile counts and probabilities, notes on where registers die, and RTL's own
notes, none of which is code. Source: GCC manual, "Developer Options".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from compiler_core.host.assembly import AssemblyLine
from compiler_core.host.assembly_numbers import line_number, whole_number
from compiler_core.host.passes.dump import Dump, DumpLine, Level
from compiler_core.host.passes.gcc_places import instruction_places
from compiler_core.host.passes.gcc_symbols import symbol_lines
from compiler_core.source import Location

_FILE_NAME = re.compile(r".*\.(?P<number>\d{3})(?P<letter>[tri])\.(?P<name>[\w.-]+)$")
_EXPAND = ".expand"
# Logs of the whole compilation: they are no pass, and what they hold is of its end.
_NO_PASS = 0
# This dump alone has no `;; Function` lines: each function starts with its declaration.
_UNHEADED = "gimple"
_HEADER = b"\n;; Function "
_PLACE = re.compile(r"\[(?P<file>[^\s\[\]:]+):(?P<line>\d+):(?P<column>\d+)(?: discrim \d+)?\] ?")
_COUNTS = re.compile(
    r"\s*\[(?:local count|count|prob|estimated locally|precise)[^\]]*\]"
    r"|\s*\[(?:[\d.]+%|INV|always|never|guessed|adjusted)\]"
)
_BLOCK = re.compile(r"^;;\s+basic block (?P<name>\d+), loop depth")
_SUCCESSORS = re.compile(r"^;;\s+(?P<start>succ:\s+)?(?P<name>\d+|EXIT)?\b")
_RTL_LINE = re.compile(r"^\s*(?P<uid>\d+): (?P<text>.*)$")
_RTL_NOISE = ("NOTE_INSN_", "debug ")
_LEVELS: Mapping[str, Level] = {"t": "GIMPLE", "r": "RTL", "i": "IPA"}
PassFile = tuple[int, str, str, str]


@dataclass(slots=True)
class _Body:
    """The program text of one section, block by block."""

    lines: list[DumpLine] = field(default_factory=list)
    edges: dict[str, list[str]] = field(default_factory=dict)
    block: str = ""


@dataclass(slots=True)
class _Reader:
    """Reads sections for one timeline; lines recur from dump to dump and are read once.

    places: of RTL instructions, by their number.
    """

    places: Mapping[int, Location]
    gimple: dict[str, DumpLine | None] = field(default_factory=dict)
    rtl: dict[str, DumpLine | None] = field(default_factory=dict)

    def line(self, raw: str, letter: str) -> DumpLine | None:
        """One line between a block's notes; None if it is no code."""
        known = self.rtl if letter == "r" else self.gimple
        if raw not in known:
            known[raw] = rtl_line(raw, self.places) if letter == "r" else gimple_line(raw)
        return known[raw]


def parse_gcc_dumps(
    files: Mapping[str, bytes], function: str, lines: Iterable[AssemblyLine]
) -> tuple[Dump, ...]:
    """All passes in GCC's order, with the text of `function` after each that printed it.

    files maps file names to contents; lines is the function's assembly, made with `-dp`. Passes
    that log something but print no program are left out.
    """
    shown = shown_name(files, function)
    expand = next((content for name, content in files.items() if name.endswith(_EXPAND)), b"")
    section = function_section(expand, function, shown)
    reader = _Reader(instruction_places(section, lines))
    dumps = []
    for number, letter, name, file in sorted(_named(files)):
        dump = _dump(number, letter, name, files[file], function, shown, reader)
        if dump is not None:
            dumps.append(dump)
    return tuple(dumps)


def _named(files: Mapping[str, bytes]) -> Iterator[PassFile]:
    for file in files:
        match = _FILE_NAME.fullmatch(file)
        if match is not None and int(match["number"]) != _NO_PASS:
            yield int(match["number"]), match["letter"], match["name"], file


def _dump(
    number: int,
    letter: str,
    name: str,
    content: bytes,
    function: str,
    shown: str,
    reader: _Reader,
) -> Dump | None:
    level = _LEVELS[letter]
    if level == "IPA":
        lines = symbol_lines(content, function)
        return (
            Dump(number=number, pass_name=name, level=level, unit="[all functions]", lines=lines)
            if lines
            else None
        )
    if name == _UNHEADED:
        section = _unheaded_section(content.decode("utf-8", "replace"), shown)
    else:
        section = function_section(content, function, shown).split("\n")
    body = _read_body(section, letter, reader)
    lines = tuple(body.lines) if body.edges else _flat_lines(section)
    if not lines:
        return None
    edges = tuple((block, tuple(following)) for block, following in body.edges.items())
    return Dump(number=number, pass_name=name, level=level, unit=function, lines=lines, edges=edges)


def shown_name(files: Mapping[str, bytes], function: str) -> str:
    """How GCC names the function in sentences (`a::f`); the symbol itself if it never does."""
    header = re.compile(rb"^;; Function (.+?) \(%s[,)]" % re.escape(function.encode()), re.M)
    for name in sorted(files):
        match = header.search(files[name])
        if match is not None:
            return match[1].decode("utf-8", "replace")
    return function


def function_section(content: bytes, function: str, shown: str) -> str:
    """What follows this function's last header; empty if the file has none.

    Before symbols are made, the header has `(null)` in the symbol's place.
    """
    named = b" (%s" % function.encode()
    unnamed = b"%s (null)" % shown.encode()
    section = b""
    content = b"\n" + content
    position = content.find(_HEADER)
    while position >= 0:
        end = content.find(b"\n", position + 1)
        following = content.find(_HEADER, end)
        header = content[position + len(_HEADER) : end]
        if header == unnamed or named + b"," in header or header.endswith(named + b")"):
            section = content[end + 1 : following if following >= 0 else len(content)]
        position = following
    return section.decode("utf-8", "replace")


def _unheaded_section(text: str, shown: str) -> list[str]:
    """The one function called that; none if there are several, as overloads would be."""
    lines = text.split("\n")
    starts = [
        number
        for number, line in enumerate(lines)
        if f" {shown} (" in line and not line.startswith((" ", "[", "}"))
    ]
    return lines[starts[0] :] if len(starts) == 1 else []


def _read_body(section: list[str], letter: str, reader: _Reader) -> _Body:
    """Some passes print the program before and after: the copy that comes last counts."""
    body = _Body()
    in_successors = False
    for raw in section:
        if not raw.startswith(";;"):
            in_successors = False
            line = reader.line(raw, letter) if body.block else None
            if line is not None:
                body.lines.append(line)
            continue
        block = _BLOCK.match(raw)
        if block is not None:
            body = _open_block(body, block["name"])
            in_successors = False
            continue
        match = _SUCCESSORS.match(raw) if body.block else None
        in_successors = match is not None and (in_successors or match["start"] is not None)
        if match is not None and in_successors and match["name"]:
            body.edges[body.block].append(match["name"])
    return body


def _open_block(body: _Body, name: str) -> _Body:
    if name in body.edges:
        body = _Body()
    body.block = name
    body.edges[name] = []
    body.lines.append(DumpLine(f"<bb {name}>:"))
    return body


def rtl_line(raw: str, places: Mapping[int, Location]) -> DumpLine | None:
    """An instruction by its number; notes, and what is known about the one above, are no code."""
    match = _RTL_LINE.match(raw)
    if match is None or match["text"].startswith(_RTL_NOISE):
        return None
    uid = whole_number(match["uid"])
    if uid is None:
        return None
    return DumpLine(f"{uid:>5}: {match['text']}", places.get(uid))


def gimple_line(raw: str) -> DumpLine | None:
    """A statement without its places and counts; the first place is the statement's own."""
    if not raw.strip() or raw == "}" or raw.startswith(";;"):
        return None
    if "[" not in raw:
        return DumpLine(raw.rstrip())
    match = _PLACE.search(raw)
    return DumpLine(
        _COUNTS.sub("", _PLACE.sub("", raw)).rstrip(),
        _location(match) if match is not None and line_number(match["line"]) else None,
    )


def _flat_lines(section: list[str]) -> tuple[DumpLine, ...]:
    """GIMPLE before it has blocks: from the line before the first `{` to the closing `}`."""
    start = next((index for index, line in enumerate(section) if line.endswith("{")), None)
    if start is None:
        return ()
    lines: list[DumpLine] = []
    for raw in section[max(start - 1, 0) :]:
        if raw.startswith("}"):
            lines.append(DumpLine("}"))
            break
        line = gimple_line(raw)
        if line is not None:
            lines.append(line)
    return tuple(lines)


def _location(match: re.Match[str]) -> Location:
    file = match["file"].rpartition("/")[2]
    return Location(file, line_number(match["line"]), line_number(match["column"]))
