"""What a pane is about: the state, its files, their assembly, and the joint between them."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.loop_request import LoopRequest
from app.loop.views.source_map import SourceMap
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class Subject:
    """request: as asked. sources: one or two files. compilation: of both, and it is ok."""

    request: LoopRequest
    sources: tuple[SourceFile, ...]
    compilation: Compilation
    places: SourceMap

    @property
    def file(self) -> int:
        """The number of the file that a pane about one file speaks of: 1 or 2."""
        return min(self.request.file, len(self.sources))

    @property
    def source(self) -> SourceFile:
        """That file."""
        return self.sources[self.file - 1]

    @property
    def functions(self) -> tuple[FunctionListing, ...]:
        """The functions of that file."""
        name = self.source.name
        return tuple(function for function in self.compilation.functions if function.file == name)
