"""GCC's dump files (`loop.c.172t.vect`) to dumps of one function.

GCC writes one file a pass; the number in its name is the pass's place in the order, the letter its
level (t: GIMPLE, r: RTL, i: interprocedural). Each file holds every function, after a `;; Function`
line and whatever the pass logged. With `-fdump-…-blocks` each basic block stands between two notes,
`;; basic block 3` and `;; succ: 6 4`: only what is between them is the program, the rest is log.
Profile counts and probabilities change from file to file without any change of the program and are
cut. Source: GCC manual, "Developer Options".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from compiler_core.host.assembly import AssemblyLine
from compiler_core.host.passes.dump import Dump, DumpLine, Level
from compiler_core.source import Location

_FILE_NAME = re.compile(r".*\.(?P<number>\d{3})(?P<letter>[tri])\.(?P<name>[\w.-]+)$")
_FUNCTION = re.compile(r"^;; Function (?P<shown>.+?) \((?P<symbol>[^,)\s]+)(?:, [^)]*)?\)")
_PLACE = re.compile(r"\[(?P<file>[^\s\[\]:]+):(?P<line>\d+):(?P<column>\d+)(?: discrim \d+)?\] ?")
_COUNTS = re.compile(
    r"\s*\[(?:local count|count|prob|estimated locally|precise)[^\]]*\]"
    r"|\s*\[(?:[\d.]+%|INV|always|never|guessed|adjusted)\]"
)
_BLOCK = re.compile(r"^;;\s+basic block (?P<name>\d+), loop depth")
_SUCCESSORS = re.compile(r"^;;\s+succ:\s+(?P<name>\d+|EXIT)?")
_MORE_SUCCESSORS = re.compile(r"^;;\s+(?P<name>\d+|EXIT)\b")
_RTL_LINE = re.compile(r"^\s*(?P<uid>\d+): (?P<text>.*)$")
_RTL_NOISE = re.compile(r"^(?:NOTE_INSN_|debug )")
_NUMBERED = re.compile(r"//\s*(?P<uid>\d+)\s+\[c=")
_LEVELS: Mapping[str, Level] = {"t": "GIMPLE", "r": "RTL", "i": "IPA"}
PassFile = tuple[int, str, str]


@dataclass(slots=True)
class _Body:
    """The program text of one section, block by block."""

    lines: list[DumpLine] = field(default_factory=list)
    edges: dict[str, list[str]] = field(default_factory=dict)
    block: str = ""


def parse_gcc_dumps(
    files: Mapping[str, str], function: str, places: Mapping[int, Location]
) -> tuple[Dump, ...]:
    """All passes in GCC's order, with the text of `function` after each that printed it.

    files maps file names to texts; places is what `instruction_places` found. Passes that log
    something but print no program are left out.
    """
    named = sorted(_named_texts(files))
    dumps = []
    for (number, letter, name), text in named:
        section = function_section(text, function)
        body = _read_body(section, letter, places)
        lines = tuple(body.lines) if body.edges else _flat_lines(section)
        if lines:
            edges = tuple((block, tuple(following)) for block, following in body.edges.items())
            dumps.append(Dump(number, name, _LEVELS[letter], function, lines, edges))
    return tuple(dumps)


def _named_texts(files: Mapping[str, str]) -> Iterator[tuple[PassFile, str]]:
    for name, text in files.items():
        match = _FILE_NAME.fullmatch(name)
        if match is not None:
            yield (int(match["number"]), match["letter"], match["name"]), text


def function_section(text: str, function: str) -> list[str]:
    """The lines of a dump file that follow this function's last header."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        match = _FUNCTION.match(line) if line.startswith(";; Function ") else None
        if match is not None:
            inside = function in (match["symbol"], match["shown"])
            if inside:
                kept.clear()
        elif inside:
            kept.append(line)
    return kept


def _read_body(section: list[str], letter: str, places: Mapping[int, Location]) -> _Body:
    """Some passes print the program before and after: the copy that comes last counts."""
    body = _Body()
    in_successors = False
    for line in section:
        block = _BLOCK.match(line)
        more = _MORE_SUCCESSORS.match(line) if in_successors else None
        successors = _SUCCESSORS.match(line) if body.block else None
        in_successors = False
        if block is not None:
            if block["name"] in body.edges:
                body = _Body()
            body.block = block["name"]
            body.edges[body.block] = []
            body.lines.append(DumpLine(f"<bb {body.block}>:"))
        elif successors is not None or more is not None:
            match = successors or more
            if match is not None and match["name"]:
                body.edges[body.block].append(match["name"])
            in_successors = True
        elif body.block and not line.startswith(";;"):
            body.lines.extend(_block_line(line, letter, places))
    return body


def _block_line(line: str, letter: str, places: Mapping[int, Location]) -> Iterator[DumpLine]:
    if letter != "r":
        if line.strip() and line != "}":
            yield _gimple_line(line)
        return
    match = _RTL_LINE.match(line)
    if match is not None and not _RTL_NOISE.match(match["text"]):
        uid = int(match["uid"])
        yield DumpLine(f"{uid:>5}: {match['text']}", places.get(uid))


def _flat_lines(section: list[str]) -> tuple[DumpLine, ...]:
    """GIMPLE before it has blocks: from the line before the first `{` to the closing `}`."""
    start = next((index for index, line in enumerate(section) if line.endswith("{")), None)
    if start is None:
        return ()
    lines = []
    for line in section[max(start - 1, 0) :]:
        if line.strip() and not line.startswith(";;"):
            lines.append(_gimple_line(line))
        if line.startswith("}"):
            break
    return tuple(lines)


def _gimple_line(line: str) -> DumpLine:
    match = _PLACE.search(line)
    place = _location(match) if match is not None else None
    return DumpLine(_COUNTS.sub("", _PLACE.sub("", line)).rstrip(), place)


def _location(match: re.Match[str]) -> Location:
    file = match["file"].rpartition("/")[2]
    return Location(file, int(match["line"]), int(match["column"]))


def instruction_places(lines: Iterable[AssemblyLine]) -> dict[int, Location]:
    """RTL instruction number to source line, from assembly made with `-dp`.

    An RTL instruction keeps its number through all passes and `-dp` prints it beside the assembly
    that came of it, so the place of the one is the place of the other.
    """
    places: dict[int, Location] = {}
    for line in lines:
        match = _NUMBERED.search(line.comment) if line.source is not None else None
        if match is not None and line.source is not None:
            places[int(match["uid"])] = line.source
    return places
