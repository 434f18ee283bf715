"""The modelled cache against closed forms and against a model written here a second time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import pytest

from compiler_core.errors import InputError
from compiler_core.host.counting.record import Totals
from compiler_core.toolchain.counting import CacheGeometry
from tests.counting.corpus import call_of, corpus, counted
from tests.counting.programs import count_function

GCC = ("gcc-12", "-O2")
ROWS, COLUMNS, LINE = 1024, 256, 64
MATRIX_LINES = ROWS * COLUMNS * 4 // LINE
GEOMETRIES = (
    CacheGeometry(), CacheGeometry(64, 64, 1), CacheGeometry(64, 16, 2), CacheGeometry(128, 8, 4),
    CacheGeometry(16, 1, 32), CacheGeometry(32, 128, 3), CacheGeometry(256, 1, 1),
)  # fmt: skip

# Addresses by a generator, so that no array of indices is read beside the data.
RANDOM = """
long walk(const char *data, int n) {
    long total = 0;
    unsigned state = 12345;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        total += data[state >> 17];
    }
    return total;
}
"""
RANDOM_MAIN = """
extern long walk(const char *, int);
static char data[1 << 15] __attribute__((aligned(1 << 20)));
#define CALL walk(data, 5000)
"""


def random_addresses(count: int) -> Iterator[int]:
    state = 12345
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % (1 << 32)
        yield state >> 17


def reference_misses(addresses: Iterator[int], geometry: CacheGeometry) -> int:
    """Least recently used, one ordered dictionary per set."""
    sets: list[OrderedDict[int, None]] = [OrderedDict() for _ in range(geometry.sets)]
    misses = 0
    for address in addresses:
        line = address // geometry.line_bytes
        place = sets[line % geometry.sets]
        misses += line not in place
        place[line] = None
        place.move_to_end(line)
        if len(place) > geometry.ways:
            place.popitem(last=False)
    return misses


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_misses_of_a_random_walk_are_the_second_models(geometry: CacheGeometry) -> None:
    counts = count_function(RANDOM, "walk", RANDOM_MAIN, GCC, geometry=geometry)
    addresses = list(random_addresses(5000))
    assert counts.totals.loads == 5000
    assert counts.totals.misses == reference_misses(iter(addresses), geometry)
    touched = {address // geometry.line_bytes for address in addresses}
    assert counts.totals.cache_lines == len(touched)
    assert max(line.totals.cache_lines for line in counts.per_line) == len(touched)


def near(count: int, expected: int) -> bool:
    return abs(count - expected) <= expected / 100


def sweep(example: str, geometry: CacheGeometry) -> Totals:
    return counted(corpus(*GCC), call_of(example), ROWS, geometry=geometry).totals


def test_a_row_sweep_misses_each_line_once_and_a_column_sweep_every_time() -> None:
    geometry = CacheGeometry()
    rows, columns = sweep("row_sweep", geometry), sweep("column_sweep", geometry)
    totals_row, totals_column = COLUMNS * 4 // LINE, COLUMNS * 8 // LINE
    assert near(rows.cache_lines, MATRIX_LINES + totals_row)
    assert near(columns.cache_lines, MATRIX_LINES + totals_column)
    assert near(rows.misses, MATRIX_LINES + totals_row)
    # 1024 rows of 1 KiB fall into 16 of the 256 sets: far more lines than their 64 places.
    assert near(columns.misses, ROWS * COLUMNS + totals_column)
    assert columns.misses > 15 * rows.misses


def test_a_cache_that_holds_the_matrix_makes_both_sweeps_equal() -> None:
    geometry = CacheGeometry(64, 4096, 8)
    rows, columns = sweep("row_sweep", geometry), sweep("column_sweep", geometry)
    assert near(rows.misses, rows.cache_lines)
    assert near(columns.misses, columns.cache_lines)


@pytest.mark.parametrize(("line_bytes", "lines"), [(16, 1024), (64, 256), (256, 64)])
def test_lines_follow_the_line_size(line_bytes: int, lines: int) -> None:
    geometry = CacheGeometry(line_bytes, 64, 4)
    totals = counted(corpus(*GCC), call_of("sum"), 4096, geometry=geometry).totals
    assert totals.cache_lines == totals.misses == lines


UNALIGNED = """
long straddle(const char *data, int n) {
    long total = 0;
    for (int i = 0; i < n; i++) total += *(const long *)(data + 64 * i + 60);
    return total;
}
"""
UNALIGNED_MAIN = """
extern long straddle(const char *, int);
static char data[1 << 16] __attribute__((aligned(4096)));
#define CALL straddle(data, 100)
"""


def test_an_access_across_two_lines_touches_both() -> None:
    totals = count_function(UNALIGNED, "straddle", UNALIGNED_MAIN, ("gcc-12", "-O1")).totals
    assert (totals.loads, totals.bytes_loaded) == (100, 800)
    assert totals.cache_lines == totals.misses == 101


@pytest.mark.parametrize(
    "numbers", [(48, 64, 4), (8, 64, 4), (64, 0, 4), (64, 3, 4), (64, 64, 0), (64, 64, 33),
                (64, 131072, 4), (512, 64, 4), (-64, 64, 4)],
)  # fmt: skip
def test_other_geometries_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="cannot have"):
        CacheGeometry(*numbers)
