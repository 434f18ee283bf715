"""Calls and what was compiled for them; texts of exports without places in files."""

from __future__ import annotations

from compiler_core.atlas.when.calls import (
    PLANS,
    Call,
    call_lines,
    compiled_for,
    filled_share,
    first_over_fastest,
)
from compiler_core.atlas.when.page import without_places

CALLS = (
    Call(rows=100, size=128, seconds=0.5, kept=1), Call(rows=110, size=128, seconds=0.02, kept=1),
    Call(rows=130, size=192, seconds=0.4, kept=2), Call(rows=140, size=192, seconds=0.01, kept=2),
)  # fmt: skip


def test_a_call_is_compiled_for_when_a_program_more_is_kept() -> None:
    assert compiled_for(CALLS) == (True, False, True, False)
    assert first_over_fastest(CALLS) == 50
    assert filled_share(CALLS) == 25
    assert call_lines(CALLS).splitlines()[1:3] == [
        "call 2: 110 rows, as 128: a program was there, 1 kept",
        "call 3: 130 rows, as 192: compiled, 2 kept",
    ]
    assert all(len(plan.rows) > 1 for plan in PLANS.values())


def test_places_in_files_are_left_out() -> None:
    text = (
        "#loc = loc(unknown)\nmodule @a {\n"
        "  func.func @main(%arg0: tensor<?xf32> loc(unknown)) -> (tensor<?xf32>) {\n"
        '    call @b() {error_message = "see (rows)", x = 1} : () -> () loc(#loc3)\n'
        '  } loc(#loc)\n} loc(#loc)\n#loc2 = loc("/home/x.py":1:2 to :3)\n'
    )
    assert without_places(text).splitlines() == [
        "module @a {",
        "  func.func @main(%arg0: tensor<?xf32>) -> (tensor<?xf32>) {",
        '    call @b() {error_message = "…", x = 1} : () -> ()',
        "  }",
        "}",
    ]
