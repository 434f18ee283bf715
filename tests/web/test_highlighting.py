"""Colours change nothing of the text, and take no longer for text that is never closed."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.loop.highlighting import highlight_assembly
from tests.stopwatch import Stopwatch

PIECES = (
    "/* ", "/*", "*/", "//", '"', '"a ', '\\"', "\\", " ", "\t", ".", ".loc ", "x0", "v1.4s", "#-1",
    "0x", "1e", "1.5", "lsl ", "a", ",", "[", "{", "<", "&",
)  # fmt: skip
SECONDS = 2.0
BYTES = 40_000


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_the_text_stays(text: str) -> None:
    marked = str(highlight_assembly(text, "directive", (), "l"))
    assert html.unescape(re.sub(r"<[^>]*>", "", marked)) == text


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("beginning", ["", '"', '"a \\'])
def test_what_repeats_is_read_once(piece: str, beginning: str) -> None:
    text = beginning + piece * (BYTES // len(piece))
    watch = Stopwatch()
    highlight_assembly(text, "directive", (), "l")
    assert watch.seconds() < SECONDS
