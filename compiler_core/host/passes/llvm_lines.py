"""Lines of LLVM IR and machine IR: the text readers see, and the place in the user's source.

A place is the innermost one in the user's own file: a line of an inlined function of the user's
says so, a line of a library header counts as the line that called it. Metadata as in the LLVM
Language Reference, "Metadata" (DILocation, DISubprogram, DILexicalBlock, DIFile).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from compiler_core.host.assembly_numbers import line_number
from compiler_core.host.passes.dump import DumpLine
from compiler_core.source import Location

_NODE = re.compile(r"(?:distinct )?!(?P<kind>DI\w+)\((?P<fields>.*)\)")
_FIELD = re.compile(r"\b(line|column|scope|inlinedAt|file): !?(\d+)")
_FILE_NAME = re.compile(r'\bfilename: "([^"]*)"')
_SCOPES = ("DISubprogram", "DILexicalBlock", "DILexicalBlockFile", "DICommonBlock")
_DEBUG = re.compile(r",? !dbg !(\d+)")
_METADATA = re.compile(r",? ![a-z][\w.]* !\d+")
_ATTRIBUTES = re.compile(r" #\d+(?=[ ,)]|$)")
_PREDECESSORS = re.compile(r"\s+; preds = .*$")
_MACHINE_DEBUG = re.compile(
    r",? debug-location (?:!\d+|<[^>]*>|)(?P<rest>.*?)(?:; (?P<place>.*))?$"
)
_MACHINE_PLACE = re.compile(r"([^\s:;@\[\]]+):(\d+)(?::(\d+))?")
_PROBABILITIES = re.compile(r"\(0x[0-9a-f]{8}\)|; %bb\.\d+\([\d.]+%\)(?:, %bb\.\d+\([\d.]+%\))*$")
_DERIVED = ("; predecessors", "Function Live", "  liveins:")


@dataclass(slots=True)
class _Place:
    """A DILocation: where, in which scope, and where that was inlined."""

    line: int
    column: int
    scope: str
    inlined: str


@dataclass(slots=True)
class _Nodes:
    """The debug metadata of one dump: its text by number, of which only what is asked for is read.

    A dump of a few lines that call a library has thousands of nodes, and needs some hundreds.
    """

    texts: dict[str, str] = field(default_factory=dict)
    _places: dict[str, _Place | None] = field(default_factory=dict)
    _files: dict[str, str] = field(default_factory=dict)

    def place(self, identity: str) -> _Place | None:
        """The DILocation of this number; None if there is none."""
        if identity not in self._places:
            self._places[identity] = self._read_place(identity)
        return self._places[identity]

    def file_of(self, scope: str) -> str:
        """The name of the file of a scope; empty if it names none."""
        if scope not in self._files:
            self._files[scope] = self._read_file(scope)
        return self._files[scope]

    def _read_place(self, identity: str) -> _Place | None:
        kind, fields = self._node(identity)
        if kind != "DILocation":
            return None
        attributes = dict(_FIELD.findall(fields))
        return _Place(
            line_number(attributes.get("line")),
            line_number(attributes.get("column")),
            attributes.get("scope", ""),
            attributes.get("inlinedAt", ""),
        )

    def _read_file(self, scope: str) -> str:
        kind, fields = self._node(scope)
        if kind not in _SCOPES:
            return ""
        kind, fields = self._node(dict(_FIELD.findall(fields)).get("file", ""))
        name = _FILE_NAME.search(fields) if kind == "DIFile" else None
        return name[1].rpartition("/")[2] if name is not None else ""

    def _node(self, identity: str) -> tuple[str, str]:
        match = _NODE.fullmatch(self.texts.get(f"!{identity}", ""))
        return (match["kind"], match["fields"]) if match is not None else ("", "")


@dataclass(slots=True, kw_only=True)
class LineReader:
    """Reads lines for one timeline; what recurs from dump to dump is read once."""

    file: str
    """Name of the user's source file, whose places are preferred to those of headers."""
    _metadata: str = ""
    """The debug metadata last read, as text, to see whether the next dump's is another."""
    _nodes: _Nodes = field(default_factory=_Nodes)
    """The nodes of that metadata."""
    _located: dict[str, Location | None] = field(default_factory=dict)
    """Number of a `!dbg` node to its place, for that metadata only; None for no place."""
    _ir: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Line of LLVM IR as printed to its text without `!dbg` and that node's number."""
    _machine: dict[str, DumpLine | None] = field(default_factory=dict)
    """Line of machine IR as printed to the line read; None for one that is left out."""
    _lines: dict[tuple[str, Location | None], DumpLine] = field(default_factory=dict)
    """One record for each text and place, shared by all dumps."""

    def ir_lines(self, body: str, metadata: str) -> tuple[DumpLine, ...]:
        """The lines of one function, its `!dbg` numbers resolved in this dump's metadata."""
        if metadata != self._metadata:
            self._metadata, self._nodes, self._located = metadata, _nodes_of(metadata), {}
        return tuple(self._ir_line(raw) for raw in body.split("\n") if raw)

    def machine_lines(self, body: str) -> tuple[DumpLine, ...]:
        """The lines of one machine function; each carries its own place."""
        lines = (self._machine_line(raw) for raw in body.split("\n"))
        return tuple(line for line in lines if line is not None)

    def _ir_line(self, raw: str) -> DumpLine:
        known = self._ir.get(raw)
        if known is None:
            known = self._ir[raw] = _ir_text(raw)
        text, debug = known
        if debug not in self._located:
            self._located[debug] = self._location(debug)
        key = (text, self._located[debug])
        if key not in self._lines:
            self._lines[key] = DumpLine(*key)
        return self._lines[key]

    def _location(self, debug: str) -> Location | None:
        """The innermost place in the user's file, else the outermost place there is."""
        node = self._nodes.place(debug)
        location = None
        for _ in range(len(self._nodes.texts)):
            if node is None:
                break
            location = Location(self._nodes.file_of(node.scope), node.line, node.column)
            if location.file == self.file:
                break
            node = self._nodes.place(node.inlined)
        return location if location is not None and location.line > 0 else None

    def _machine_line(self, raw: str) -> DumpLine | None:
        if raw not in self._machine:
            self._machine[raw] = self._read_machine_line(raw)
        return self._machine[raw]

    def _read_machine_line(self, raw: str) -> DumpLine | None:
        if not raw.strip() or raw.startswith(_DERIVED):
            return None
        match = _MACHINE_DEBUG.search(raw)
        text = raw if match is None else raw[: match.start()] + match["rest"]
        source = self._machine_place(match["place"] or "") if match is not None else None
        return DumpLine(_PROBABILITIES.sub("", text).rstrip(), source)

    def _machine_place(self, places: str) -> Location | None:
        """From `header.h:3:4 @[ loop.c:1:2 ]`, innermost first."""
        locations = [
            Location(file.rpartition("/")[2], line_number(line), line_number(column))
            for file, line, column in _MACHINE_PLACE.findall(places)
        ]
        own = [location for location in locations if location.file == self.file]
        chosen = own[0] if own else locations[-1] if locations else None
        return chosen if chosen is not None and chosen.line > 0 else None


def _ir_text(raw: str) -> tuple[str, str]:
    """The line without numbers of metadata and attributes, and its `!dbg` number."""
    debug = _DEBUG.search(raw)
    text = _PREDECESSORS.sub("", _METADATA.sub("", raw))
    return _ATTRIBUTES.sub("", text).rstrip(), debug[1] if debug is not None else ""


def _nodes_of(metadata: str) -> _Nodes:
    lines = (line.partition(" = ") for line in metadata.split("\n"))
    return _Nodes({identity: text for identity, _, text in lines})
