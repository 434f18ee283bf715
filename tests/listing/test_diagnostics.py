"""Compiler messages: both compilers' forms, and what a hostile source can smuggle into them."""

from __future__ import annotations

import pytest

from compiler_core.host.compilation import Diagnostic
from compiler_core.host.diagnostics import parse_diagnostics, plain_text

CASES = (
    ("loop.c:3:5: error: expected ';'", Diagnostic("loop.c", 3, 5, "error", "expected ';'")),
    ("loop.c:3: warning: odd", Diagnostic("loop.c", 3, 0, "warning", "odd")),
    (
        "/work/loop.c:1:10: fatal error: x.h: No such file or directory",
        Diagnostic("loop.c", 1, 10, "error", "x.h: No such file or directory"),
    ),
    ("loop.c:9:1: sorry, unimplemented: that", Diagnostic("loop.c", 9, 1, "error", "that")),
    ("loop.c:9:1: remark: seen", Diagnostic("loop.c", 9, 1, "note", "seen")),
    (
        "clang: error: unsupported option '-x'",
        Diagnostic("", 0, 0, "error", "unsupported option '-x'"),
    ),
    ("cc1: error: bad value", Diagnostic("", 0, 0, "error", "bad value")),
)


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_one_message(line: str, expected: Diagnostic) -> None:
    assert parse_diagnostics(f"In file included from x:\n{line}\n  1 | code\n") == (expected,)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("a\x1b]0;title\x07b", "a]0;titleb"),
        ("left\u202eright", "left<U+202E>right"),
        ("zero\u200bwidth", "zero<U+200B>width"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_nothing_invisible_reaches_the_page(text: str, shown: str) -> None:
    assert plain_text(text) == shown
