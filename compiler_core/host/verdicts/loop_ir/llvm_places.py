"""Source places of LLVM's instructions: `!DILocation`, through its scopes, to a file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler_core.source import Location

_LOCATION = re.compile(
    r"^(!\d+) = (?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: (!\d+)"
    r"(?:, inlinedAt: (!\d+))?",
    re.MULTILINE,
)
_SCOPE = re.compile(
    r"^(!\d+) = (?:distinct )?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\((.*)\)$",
    re.MULTILINE,
)
_FILE = re.compile(r"^(!\d+) = !DIFile\(filename: \"([^\"]*)\"", re.MULTILINE)
_WISHES = re.compile(r"^(!\d+) = distinct !\{(.*)\}$", re.MULTILINE)
_SCALAR = re.compile(
    r"^(!\d+) = !\{!\"llvm\.loop\.vectorize\.(?:width\", i32 1|enable\", i1 false)\}",
    re.MULTILINE,
)
_LOOP = re.compile(r"^(!\d+) = distinct !\{!\d+, (!\d+)", re.MULTILINE)

# Calls inlined into calls.
DEEPEST_CHAIN = 64


class Places:
    """The places of one module's metadata; what was inlined from elsewhere is placed at its call.

    file: of the source, by its name.
    """

    def __init__(self, module: str, file: str) -> None:
        self._file = file
        files = {match[1]: match[2].rpartition("/")[2] for match in _FILE.finditer(module)}
        self._scopes: dict[str, str] = {}
        for match in _SCOPE.finditer(module):
            named = re.search(r"\bfile: (!\d+)", match[2])
            self._scopes[match[1]] = files.get(named[1], "") if named is not None else ""
        self._locations: dict[str, tuple[Location, str]] = {}
        for match in _LOCATION.finditer(module):
            file = self._scopes.get(match[4], "")
            location = Location(file, int(match[2]), int(match[3] or 0))
            self._locations[match[1]] = (location, match[5] or "")
        self._wishes = {match[1]: match[2] for match in _WISHES.finditer(module)}
        self._scalar = {match[1] for match in _SCALAR.finditer(module)}
        self._loops = {match[1]: match[2] for match in _LOOP.finditer(module)}

    def of(self, metadata: str) -> Location | None:
        """The place that an instruction's metadata names (`!dbg !12`)."""
        match = re.search(r"!dbg (!\d+)", metadata)
        return self._in_source(match[1]) if match is not None else None

    def of_loop(self, metadata: str) -> Location | None:
        """Where a loop's metadata says that it starts."""
        return self._in_source(self._loops.get(metadata, ""))

    def _in_source(self, name: str) -> Location | None:
        """The first place of a chain of calls that lies in the source, else the innermost."""
        innermost = entry = self._locations.get(name)
        for _ in range(DEEPEST_CHAIN):
            if entry is None or entry[0].file == self._file:
                break
            entry = self._locations.get(entry[1])
        chosen = innermost if entry is None else entry
        return chosen[0] if chosen is not None else None

    def inlined(self) -> Iterator[tuple[Location, Location]]:
        """Places elsewhere whose code was inlined into the source, with the call's place there."""
        for name, (location, call) in self._locations.items():
            call_site = self._in_source(name) if call and location.file != self._file else None
            if call_site is not None and call_site.file == self._file:
                yield location, call_site

    def forbids_vectors(self, metadata: str) -> bool:
        """True if a loop's metadata asks for one element at a time."""
        return any(name in self._scalar for name in self._wishes.get(metadata, "").split(", "))
