"""80 real listings of both compilers, each under six filter settings, against golden text."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.host.compilation import FunctionListing, ListingLine
from compiler_core.host.compile import list_assembly
from compiler_core.host.filters import HIDE_ALL, Filters
from compiler_core.source import SourceFile
from tests.golden_file import assert_golden
from tests.listing.filters import SHOW_ALL

pytestmark = pytest.mark.usefixtures("emulator")

HERE = Path(__file__).parent
RECORDED = sorted((HERE / "assembly").glob("*.s"))
SETTINGS = {
    "hide all": HIDE_ALL,
    "show all": SHOW_ALL,
    "show directives": Filters(directives=False),
    "show comments": Filters(comments=False),
    "show unused labels": Filters(unused_labels=False),
    "show library functions": Filters(library_functions=False),
}


def source_of(recorded: Path) -> SourceFile:
    stem = recorded.name.partition(".")[0]
    path = next((HERE / "sources").glob(f"{stem}.*"))
    return SourceFile(path.name, path.read_text())


def listed(recorded: Path, filters: Filters) -> tuple[list[FunctionListing], list[ListingLine]]:
    source = source_of(recorded)
    return list_assembly(source, [source], recorded.read_text(), filters)


def in_full(functions: list[FunctionListing], data: list[ListingLine]) -> list[str]:
    rows = []
    for function in functions:
        rows.append(f"function {function.name} [{function.symbol}] line {function.source_line}")
        rows += [
            f"  loop {loop.id}: line {loop.source_line}, rows {loop.first}-{loop.last},"
            f" depth {loop.depth}{', innermost' if loop.innermost else ''}, {loop.role}"
            for loop in function.loops
        ]
        for line in function.lines:
            place = line.source_line or line.source_reason
            where = f"b{line.block} l{line.loop}"
            rows.append(f"  {line.id} {where} {line.kind}: {line.text}  <- {place}")
    return [*rows, *(f"data {line.id} {line.text}" for line in data)]


def in_brief(functions: list[FunctionListing], data: list[ListingLine]) -> list[str]:
    """Only what the default setting hides."""
    rows = [f"function {function.symbol}" for function in functions]
    for function in functions:
        rows += [
            f"  {line.id} {line.kind}: {line.text}"
            for line in function.lines
            if line.kind in ("directive", "comment") or line.text.startswith((".LF", ".LB", ".Lf"))
        ]
    return [*rows, f"{sum(len(function.lines) for function in functions)} lines, {len(data)} data"]


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_listing_under_six_filter_settings(recorded: Path, request: pytest.FixtureRequest) -> None:
    rows: list[str] = []
    for title, filters in SETTINGS.items():
        render = in_full if filters == HIDE_ALL else in_brief
        rows += [f"== {title}", *render(*listed(recorded, filters))]
    text = "\n".join(rows) + "\n"
    assert_golden(HERE / "golden" / f"{recorded.stem}.txt", text, request)


def test_the_corpus_is_as_large_as_promised() -> None:
    assert len(RECORDED) >= 60
    for compiler in ("gcc-12", "clang-19"):
        for setting in ("O0", "O2", "O3", "sve"):
            assert any(f".{compiler}.{setting}." in path.name for path in RECORDED)


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_every_instruction_has_a_source_line_or_a_reason(recorded: Path) -> None:
    functions, _ = listed(recorded, SHOW_ALL)
    source_lines = source_of(recorded).text.count("\n") + 1
    for function in functions:
        for line in function.lines:
            if line.kind == "instruction" and line.source_line is None:
                assert line.source_reason
            if line.source_line is not None:
                assert 1 <= line.source_line <= source_lines


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
def test_filters_never_hide_an_instruction_of_a_shown_function(recorded: Path) -> None:
    every, _ = listed(recorded, SHOW_ALL)
    default, _ = listed(recorded, HIDE_ALL)
    instructions = {
        function.symbol: [line.id for line in function.lines if line.kind == "instruction"]
        for function in every
    }
    for function in default:
        ids = [line.id for line in function.lines if line.kind == "instruction"]
        assert ids == instructions[function.symbol]
        assert len({line.id for line in function.lines}) == len(function.lines)
