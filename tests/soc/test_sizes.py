"""One rule for bytes: powers of 1,024 for what lies in a memory, of ten for speeds only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.sizes import bandwidth_text, size_text, size_unit

PROJECT = Path(__file__).parents[2]
FOLDERS = ("app", "classroom", "command_line", "compiler_core", "templates", "static/js")
# "12 MB", "kB" as a heading's unit, and one put together from a number in powers of ten.
DECIMAL = re.compile(r"\b(?:kB|KB|MB|GB)\b(?!/s)|short_number\([^{}]*\)\}B\b(?!/s)")


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0 bytes"), (1, "1 byte"), (1023, "1,023 bytes"), (1024, "1 KiB"),
        (1_031_372, "1,007 KiB"), (1_048_575, "1 MiB"), (384 * 1024, "384 KiB"),
        (25_557_032, "24.4 MiB"), (8 << 30, "8 GiB"), (3 << 50, "3,072 TiB"),
    ],
)  # fmt: skip
def test_a_size_is_said_as_memories_are_built(size: int, said: str) -> None:
    assert size_text(size) == said


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 1 << 60))
def test_what_is_said_is_the_size_to_three_digits(size: int) -> None:
    step, _ = size_unit(size)
    number = float(size_text(size).split()[0].replace(",", ""))
    assert number * step == pytest.approx(size, rel=0.005, abs=0.5)


def test_a_speed_is_said_as_buses_are_sold() -> None:
    said = [bandwidth_text(one) for one in (204.8e9, 34.128e9, 4.266e9, 0.5e9)]
    assert said == ["204.8 GB/s", "34.1 GB/s", "4.27 GB/s", "0.5 GB/s"]


def test_no_text_of_ours_counts_bytes_in_powers_of_ten() -> None:
    """Documents' titles may: they stand in `content`. So may comments and docstrings."""
    files = [one for name in FOLDERS for one in (PROJECT / name).rglob("*")]
    found = [
        f"{path.relative_to(PROJECT)}:{place}: {line.strip()}"
        for path in files
        if path.suffix in {".py", ".html", ".js"} and "vendor" not in path.parts
        for place, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if DECIMAL.search(line) and _is_shown(path, line)
    ]
    assert found == []


def _is_shown(path: Path, line: str) -> bool:
    return path.suffix == ".html" or bool(re.search(r"""["'`]""", line.partition("#")[0]))
