"""The loops of a source with an index: a large source has hundreds, and is asked of each place."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from compiler_core.host.source_reading.source_loops import SourceLoop


class IndexedLoops(tuple[SourceLoop, ...]):
    """Loops sorted by line and column; `near` gives all that can contain a place, and few more."""

    @cached_property
    def only_unwritten(self) -> dict[str, SourceLoop | None]:
        """What `placement.only_unwritten` answered of each symbol that it was asked of."""
        return {}

    @cached_property
    def _groups(self) -> dict[str, tuple[list[int], list[IndexedLoops]]]:
        """File -> first lines of groups of loops that share lines, and the groups, from the top."""
        of_file: dict[str, list[SourceLoop]] = defaultdict(list)
        for loop in self:
            of_file[loop.file].append(loop)
        groups = {file: _sharing_lines(loops) for file, loops in of_file.items()}
        return {file: ([group[0].line for group in made], made) for file, made in groups.items()}

    def near(self, file: str, line: int) -> Sequence[SourceLoop]:
        """The loops that share lines with what stands in this line."""
        starts, groups = self._groups.get(file, ([], []))
        position = bisect_right(starts, line) - 1
        return groups[position] if position >= 0 else ()


def _sharing_lines(loops: Sequence[SourceLoop]) -> list[IndexedLoops]:
    """Sorted by line: a group ends before the first loop that begins below all of its lines."""
    groups: list[list[SourceLoop]] = []
    last = 0
    for loop in loops:
        if not groups or loop.line > last:
            groups.append([])
            last = 0
        groups[-1].append(loop)
        last = max(last, loop.end_line)
    return [IndexedLoops(group) for group in groups]
