"""The joint between source and assembly lines: shared keys, anchors, colour bands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from app.loop.highlighting import highlight_source
from app.loop.views.source import SourceRow, SourceView
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.source import SourceFile

BANDS = 6


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Answers, for a place in a user's file, its key, anchor, colour band and text.

    Lines that have code take the bands in turn, in source order, so that neighbours differ.
    followed: the key of the line that is marked everywhere, empty for none.
    """

    sources: tuple[SourceFile, ...]
    prefix: str = "s"
    followed: str = ""
    bands: dict[tuple[str, int], int] = field(default_factory=dict)

    def key(self, file: str, line: int | None) -> str:
        """`1-3` for line 3 of the first file; empty when the place is in no file of the user."""
        index = self._index(file)
        return f"{index}-{line}" if index and line else ""

    def anchor(self, file: str, line: int | None) -> str:
        """The element id of the source line; empty as `key` is."""
        key = self.key(file, line)
        return f"{self.prefix}{key}" if key else ""

    def nearest(self, file: str, line: int | None) -> int | None:
        """The line itself, or the last one that is shown: compilers also name the end of a file."""
        index = self._index(file)
        return min(line, shown_length(self.sources[index - 1])) if index and line else line

    def band(self, file: str, line: int | None) -> int:
        """1 to BANDS, 0 for none."""
        return self.bands.get((file, line or 0), 0)

    def mark(self, key: str) -> str:
        """The class of what belongs to the followed line, else nothing."""
        return "linked" if key and key == self.followed else ""

    def place(self, file: str, line: int | None) -> str:
        """`line 3`, with the file's name when there are two."""
        return f"line {line} of {file}" if len(self.sources) > 1 else f"line {line}"

    def text(self, file: str, line: int | None) -> Markup:
        """The line's markup; empty when there is none."""
        index = self._index(file)
        if not index or not line:
            return Markup("")
        source = self.sources[index - 1]
        lines = highlight_source(source.text, source.language)
        return lines[line - 1] if line <= len(lines) else Markup("")

    def views(self) -> tuple[SourceView, ...]:
        """All files as rows, without empty lines at the end."""
        return tuple(self._view(source) for source in self.sources)

    def _view(self, source: SourceFile) -> SourceView:
        lines = highlight_source(source.text, source.language)
        shown = lines[: shown_length(source)]
        rows = [self._row(source.name, number, code) for number, code in enumerate(shown, 1)]
        return SourceView(source.name, tuple(rows))

    def _row(self, file: str, number: int, code: Markup) -> SourceRow:
        band = self.band(file, number)
        key = self.key(file, number)
        names = ("row", f"band-{band}" if band else "", self.mark(key))
        classes = " ".join(name for name in names if name)
        return SourceRow(
            anchor=f"{self.prefix}{key}",
            key=key,
            number=number,
            code=code,
            classes=classes,
            has_code=band > 0,
        )

    def _index(self, file: str) -> int:
        names = [source.name for source in self.sources]
        return names.index(file) + 1 if file in names else 0


def shown_length(source: SourceFile) -> int:
    """How many lines a page shows: all but empty ones at the end."""
    return max(len(source.text.rstrip("\n").split("\n")), 1)


def source_map(
    sources: Sequence[SourceFile],
    functions: Iterable[FunctionListing],
    prefix: str = "s",
    followed: str = "",
) -> SourceMap:
    """The joint for one compilation."""
    places = sorted(
        {
            (line.source_file, line.source_line)
            for function in functions
            for line in function.lines
            if line.source_line is not None
        }
    )
    bands = {location: number % BANDS + 1 for number, location in enumerate(places)}
    return SourceMap(tuple(sources), prefix, followed, bands)


@dataclass(frozen=True, slots=True)
class LineKeys:
    """The source keys of both sides' lines by function and line id, and the key that is followed.

    Ids start again with each file, so that an id alone does not tell the lines of two files apart.
    """

    left: Mapping[tuple[str, int], str]
    right: Mapping[tuple[str, int], str]
    followed: str = ""

    def of(self, function: str, left: int | None, right: int | None) -> str:
        """The key of a row of two lines; empty where neither side has a source line."""
        keys = (
            side.get((function, line), "")
            for side, line in ((self.left, left), (self.right, right))
            if line is not None
        )
        return next((key for key in keys if key), "")


NO_KEYS = LineKeys({}, {})


def line_keys(places: SourceMap, left: Compilation, right: Compilation) -> LineKeys:
    """The keys of two compilations of one source."""
    return LineKeys(_keys(places, left), _keys(places, right), places.followed)


def _keys(places: SourceMap, compilation: Compilation) -> dict[tuple[str, int], str]:
    return {
        (function.name, line.id): places.key(line.source_file, line.source_line)
        for function in compilation.functions
        for line in function.lines
    }
