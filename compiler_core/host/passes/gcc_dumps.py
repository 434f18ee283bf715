"""GCC's dump files (`loop.c.172t.vect`) to dumps of one function.

GCC writes one file a pass; the number in its name is the pass's place in the order, the letter its
level (t: GIMPLE, r: RTL, i: interprocedural). Each file holds every function, after a `;; Function`
line and whatever the pass logged; the program text itself starts at the function's declaration
(GIMPLE) or at the first instruction (slim RTL). Profile counts, probabilities and logs change from
file to file without any change of the program and are cut. Source: GCC manual, "Developer Options".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from compiler_core.host.passes.dump import Dump, DumpLine, Level
from compiler_core.source import Location

_FILE_NAME = re.compile(r".*\.(?P<number>\d{3})(?P<letter>[tri])\.(?P<name>[\w.-]+)$")
_FUNCTION = re.compile(r"^;; Function (?P<shown>.+?) \((?P<symbol>[^,)\s]+)(?:, [^)]*)?\)")
_PLACE = re.compile(r"\[(?P<file>[^\s\[\]:]+):(?P<line>\d+):(?P<column>\d+)(?: discrim \d+)?\] ?")
_COUNTS = re.compile(
    r"\s*\[(?:local count|count|prob|estimated locally|precise)[^\]]*\]"
    r"|\s*\[(?:[\d.]+%|INV|always|never|guessed|adjusted)\]"
)
_RTL_LINE = re.compile(r"^\s*(?P<uid>\d+): (?P<text>.*)$")
_RTL_NOISE = re.compile(r"NOTE_INSN_(?:DELETED|FUNCTION_BEG|PROLOGUE_END|EPILOGUE_BEG)|^debug ")
_EXPANDED = re.compile(
    r'^\((?:jump_|call_)?insn\S* (?P<uid>\d+) .*?"(?P<file>[^"]*)":(?P<line>\d+):(?P<column>\d+)',
    re.M | re.S,
)
_LEVELS: Mapping[str, Level] = {"t": "GIMPLE", "r": "RTL", "i": "IPA"}
EXPAND = "expand"


def parse_gcc_dumps(files: Mapping[str, str], function: str) -> tuple[Dump, ...]:
    """All passes in GCC's order, with the text of `function` after each that printed it.

    files maps file names to texts. Passes that log something but print no program are left out.
    """
    named = sorted(_named_texts(files))
    places = _instruction_places(named)
    dumps = []
    for (number, letter, name), text in named:
        section = function_section(text, function)
        lines = _rtl_lines(section, places) if letter == "r" else _gimple_lines(section)
        if lines:
            dumps.append(Dump(number, name, _LEVELS[letter], function, tuple(lines)))
    return tuple(dumps)


def _named_texts(files: Mapping[str, str]) -> Iterator[tuple[tuple[int, str, str], str]]:
    for name, text in files.items():
        match = _FILE_NAME.fullmatch(name)
        if match is not None:
            yield (int(match["number"]), match["letter"], match["name"]), text


def function_section(text: str, function: str) -> list[str]:
    """The lines of a dump file that follow this function's header; all its parts, in order."""
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


def _gimple_lines(section: list[str]) -> list[DumpLine]:
    start = _body_start(section)
    if start is None:
        return []
    lines = []
    for line in section[start:]:
        if line.startswith("}"):
            lines.append(DumpLine("}"))
            break
        if line.strip() and not line.lstrip().startswith(";;"):
            lines.append(_gimple_line(line))
    return lines


def _body_start(section: list[str]) -> int | None:
    """The declaration: the last line that starts at the margin before a line with `{` alone."""
    for position, line in enumerate(section):
        if line == "{" and position > 0:
            return position - 1
    return None


def _gimple_line(line: str) -> DumpLine:
    match = _PLACE.search(line)
    place = _location(match) if match is not None else None
    return DumpLine(_COUNTS.sub("", _PLACE.sub("", line)).rstrip(), place)


def _location(match: re.Match[str]) -> Location:
    file = match["file"].rpartition("/")[2]
    return Location(file, int(match["line"]), int(match["column"]))


def _rtl_lines(section: list[str], places: Mapping[int, Location]) -> list[DumpLine]:
    """Some passes print the program before and after: the copy that comes last counts."""
    lines: dict[int, DumpLine] = {}
    for line in section:
        match = _RTL_LINE.match(line)
        if match is None or _RTL_NOISE.search(match["text"]):
            continue
        uid = int(match["uid"])
        if uid in lines:
            lines = {}
        lines[uid] = DumpLine(f"{uid:>5}: {match['text']}", places.get(uid))
    return list(lines.values())


def _instruction_places(
    named: Iterable[tuple[tuple[int, str, str], str]],
) -> dict[int, Location]:
    """Instruction number to source line, from the one RTL dump that is printed in full."""
    for (_, letter, name), text in named:
        if letter == "r" and name == EXPAND:
            return {int(match["uid"]): _location(match) for match in _EXPANDED.finditer(text)}
    return {}
