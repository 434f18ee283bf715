"""LLVM's `-print-changed -print-module-scope` text to dumps of one function.

A header line announces each pass; the text after it is the whole module, of which we keep the one
function. Module scope costs little for one small file and gives two things that the function scope
lacks: loop passes print the whole function, and `!dbg` numbers can be resolved to source lines
within the same dump. Metadata numbers, attributes and alignment of comments change from dump to
dump without any change of the program, so they are cut from the text that is compared and shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from compiler_core.host.passes.dump import Dump, DumpLine
from compiler_core.source import Location

_HEADER = re.compile(
    r"^(?P<mark>[#;] )?\*\*\* IR (?:Dump At Start|Dump After (?P<after>.+?)|Pass (?P<ignored>.+?))"
    r"(?P<omitted> omitted because no change| filtered out| ignored| invalidated)?"
    r"(?P<gone> \(invalidated\))? \*\*\*:?$"
)
_ON = re.compile(r"(?P<name>.+?) on (?P<unit>.+)")
_LOCATION = re.compile(
    r"^!(?P<id>\d+) = (?:distinct )?!DILocation\(line: (?P<line>\d+)(?:, column: (?P<column>\d+))?"
    r"(?:, scope: !(?P<scope>\d+))?(?:, inlinedAt: !(?P<inlined>\d+))?"
)
_DEBUG = re.compile(r", !dbg !(?P<id>\d+)")
_METADATA = re.compile(r",? ![a-z][\w.]* !\d+")
_ATTRIBUTES = re.compile(r" #\d+(?=[ ,)]|$)")
_PREDECESSORS = re.compile(r"\s+; preds = .*$")
_MACHINE_LOCATION = re.compile(
    r",? debug-location !\d+; (?P<file>[^:\s]+):(?P<line>\d+)(?::(?P<column>\d+))?.*$"
)
_MACHINE_NOISE = re.compile(
    r",? debug-location [^;]*$|\(0x[0-9a-f]{8}\)|; %bb\.\d+\([\d.]+%\)(?:, %bb\.\d+\([\d.]+%\))*$"
)
START = "Start"
# A pass that deletes the loop it runs on is reported without a text; `-print-after` gives one.
LOOP_REMOVERS = ("loop-unroll-full", "simple-loop-unswitch", "loop-deletion")


def parse_llvm_dumps(text: str, function: str) -> tuple[Dump, ...]:
    """All passes in order, with the text of `function` after each that printed one."""
    dumps = []
    for number, (header, body) in enumerate(_sections(text.splitlines())):
        if header["ignored"] is not None or _is_repeated(header):
            continue
        name, unit = _name_and_unit(header["after"])
        machine = any(line.startswith("# Machine code for function") for line in body[:3])
        omitted = header["omitted"] is not None
        lines = None if omitted else _function_lines(body, function, machine)
        if lines is None and not omitted:
            continue
        level = "machine IR" if machine or _is_machine_name(name) else "LLVM IR"
        dumps.append(Dump(number, name, level, unit, lines))
    return tuple(dumps)


def _sections(lines: list[str]) -> Iterator[tuple[re.Match[str], list[str]]]:
    header: re.Match[str] | None = None
    body: list[str] = []
    for line in lines:
        match = _HEADER.match(line) if "***" in line else None
        if match is None:
            body.append(line)
            continue
        if header is not None:
            yield header, body
        header, body = match, []
    if header is not None:
        yield header, body


def _is_repeated(header: re.Match[str]) -> bool:
    """`-print-after` prints what `-print-changed` prints too, save when the pass's loop is gone."""
    return header["mark"] == "; " and header["gone"] is None


def _name_and_unit(after: str | None) -> tuple[str, str]:
    if after is None:
        return START, "[module]"
    match = _ON.fullmatch(after)
    return (match["name"], match["unit"]) if match else (after, "")


def _is_machine_name(name: str) -> bool:
    """Code generation passes print a title and, in parentheses, their option's name."""
    return name.endswith(")")


def _function_lines(body: list[str], function: str, machine: bool) -> tuple[DumpLine, ...] | None:
    if machine:
        return _machine_lines(body, function)
    start = _function_start(body, function)
    if start is None:
        return None
    places = _locations(body)
    lines = []
    for line in body[start:]:
        if line.strip():
            lines.append(_ir_line(line, places))
        if line == "}":
            return tuple(lines)
    return tuple(lines)


def _function_start(body: list[str], function: str) -> int | None:
    names = (f"@{function}(", f'@"{function}"(')
    for position, line in enumerate(body):
        if line.startswith("define ") and any(name in line for name in names):
            return position
    return None


def _locations(body: list[str]) -> dict[str, Location]:
    """Metadata id to the place it names; an inlined place is where it was inlined to."""
    found: dict[str, tuple[Location, str | None]] = {}
    for line in body:
        match = _LOCATION.match(line) if line.startswith("!") else None
        if match is not None:
            place = Location("", int(match["line"]), int(match["column"] or 0))
            found[match["id"]] = (place, match["inlined"])
    return {identity: _outermost(identity, found) for identity in found}


def _outermost(identity: str, found: Mapping[str, tuple[Location, str | None]]) -> Location:
    place, inlined = found[identity]
    for _ in range(len(found)):
        if inlined is None or inlined not in found:
            break
        place, inlined = found[inlined]
    return place


def _ir_line(line: str, places: Mapping[str, Location]) -> DumpLine:
    debug = _DEBUG.search(line)
    place = places.get(debug["id"]) if debug else None
    text = _PREDECESSORS.sub("", _METADATA.sub("", line))
    return DumpLine(_ATTRIBUTES.sub("", text).rstrip(), _known(place))


def _known(place: Location | None) -> Location | None:
    return place if place is not None and place.line > 0 else None


def _machine_lines(body: list[str], function: str) -> tuple[DumpLine, ...] | None:
    if not any(line.startswith(f"# Machine code for function {function}:") for line in body[:3]):
        return None
    lines = []
    for line in body:
        if line.startswith("# End machine code"):
            break
        if not line.strip() or line.startswith(
            ("# Machine code", "; predecessors", "Function Live")
        ):
            continue
        place = _MACHINE_LOCATION.search(line)
        source = Location("", int(place["line"]), int(place["column"] or 0)) if place else None
        text = _MACHINE_NOISE.sub("", _MACHINE_LOCATION.sub("", line)).rstrip()
        lines.append(DumpLine(text, _known(source)))
    return tuple(lines)
