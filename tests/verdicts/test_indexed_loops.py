"""The index finds what a look at every loop finds, however loops lie in each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.indexed_loops import IndexedLoops
from compiler_core.host.verdicts.placement import inner_loops, loop_at, only_unwritten
from compiler_core.source import Location

LINES, COLUMNS = st.integers(1, 12), st.integers(0, 6)
FILES = st.sampled_from(["a.c", "b.h"])


@st.composite
def loops(draw: st.DrawFn) -> SourceLoop:
    """Overlapping ones too: what a macro or a library makes need not be nested in a statement."""
    start, body, end = sorted(draw(st.tuples(*[st.tuples(LINES, st.integers(1, 6))] * 3)))
    return SourceLoop(
        file=draw(FILES),
        kind=draw(st.sampled_from(["for", UNWRITTEN])),
        line=start[0],
        column=start[1],
        end_line=end[0],
        end_column=end[1],
        body_start=body,
        body_end=end,
        depth=draw(st.integers(1, 3)),
        function=draw(st.sampled_from(["f", "g", "h"])),
        variable="",
        algorithm=draw(st.sampled_from(["", "std::sort"])),
    )


@given(st.lists(loops(), max_size=12), FILES, LINES, COLUMNS, st.sampled_from(["f", "_Z1gv", "x"]))
def test_the_index_changes_no_answer(
    written: list[SourceLoop], file: str, line: int, column: int, symbol: str
) -> None:
    written.sort(key=lambda loop: (loop.line, loop.column))
    indexed = IndexedLoops(written)
    place = Location(file, line, column)
    assert loop_at(indexed, place) == loop_at(written, place)
    assert only_unwritten(indexed, symbol) == only_unwritten(written, symbol)
    for loop in written:
        assert inner_loops(indexed, loop) == inner_loops(written, loop)
