"""Source places of LLVM's instructions: `!DILocation`, through its scopes, to a file and line."""

from __future__ import annotations

import re

from compiler_core.source import Location

_LOCATION = re.compile(
    r"^(!\d+) = (?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: (!\d+)"
    r"(?:, inlinedAt: (!\d+))?", re.MULTILINE)  # fmt: skip
_SCOPE = re.compile(
    r"^(!\d+) = (?:distinct )?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\((.*)\)$",
    re.MULTILINE)  # fmt: skip
_FILE = re.compile(r"^(!\d+) = !DIFile\(filename: \"([^\"]*)\"", re.MULTILINE)
_WISHES = re.compile(r"^(!\d+) = distinct !\{(.*)\}$", re.MULTILINE)
_SCALAR = re.compile(
    r"^(!\d+) = !\{!\"llvm\.loop\.vectorize\.(?:width\", i32 1|enable\", i1 false)\}",
    re.MULTILINE,
)
_LOOP = re.compile(r"^(!\d+) = distinct !\{!\d+, (!\d+)", re.MULTILINE)


class Places:
    """The places of one module's metadata."""

    def __init__(self, module: str) -> None:
        files = {match[1]: match[2].rpartition("/")[2] for match in _FILE.finditer(module)}
        self._scopes: dict[str, str] = {}
        for match in _SCOPE.finditer(module):
            named = re.search(r"\bfile: (!\d+)", match[2])
            self._scopes[match[1]] = files.get(named[1], "") if named is not None else ""
        self._locations: dict[str, tuple[Location, str]] = {}
        for match in _LOCATION.finditer(module):
            file = self._scopes.get(match[4], "")
            place = Location(file, int(match[2]), int(match[3] or 0))
            self._locations[match[1]] = (place, match[5] or "")
        self._wishes = {match[1]: match[2] for match in _WISHES.finditer(module)}
        self._scalar = {match[1] for match in _SCALAR.finditer(module)}
        self._loops = {match[1]: match[2] for match in _LOOP.finditer(module)}

    def of(self, metadata: str) -> Location | None:
        """The place that an instruction's metadata names (`!dbg !12`)."""
        match = re.search(r"!dbg (!\d+)", metadata)
        entry = self._locations.get(match[1]) if match is not None else None
        return entry[0] if entry is not None else None

    def of_loop(self, metadata: str) -> Location | None:
        """Where a loop's metadata says that it starts."""
        entry = self._locations.get(self._loops.get(metadata, ""))
        return entry[0] if entry is not None else None

    def forbids_vectors(self, metadata: str) -> bool:
        """True if a loop's metadata asks for one element at a time."""
        return any(name in self._scalar for name in self._wishes.get(metadata, "").split(", "))
