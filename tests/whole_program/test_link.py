"""Two files, one program: the call is gone, the lines of both files stay, the results agree."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.host.whole_program.whole import link_whole
from tests.whole_program.programs import (
    COMPILERS,
    PAIRS,
    Pair,
    called_names,
    function,
    linked,
    source,
)

CASES = [
    pytest.param(pair, compiler, id=f"{pair.caller}-{compiler}")
    for pair in PAIRS
    for compiler in COMPILERS
]


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_the_call_is_gone(pair: Pair, compiler: str) -> None:
    whole = linked(pair, compiler)
    assert whole.ok, whole.message
    (call,) = whole.calls
    assert (call.caller, call.callee, call.source_line) == (
        pair.caller,
        pair.callee,
        pair.call_line,
    )
    assert (call.caller_file, call.callee_file) == (pair.first, pair.second)
    assert call.fate == "gone"
    assert pair.callee in called_names(function(whole.apart, pair.caller))
    assert pair.callee not in called_names(function(whole.together, pair.caller))
    assert f"The call of {pair.callee} in {pair.caller}" in whole.summary[0]


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_lines_of_both_files_stand_in_the_caller(pair: Pair, compiler: str) -> None:
    whole = linked(pair, compiler)
    (call,) = whole.calls
    assert pair.lines <= set(call.callee_lines)
    assert call.caller_lines
    listing = function(whole.together, pair.caller)
    assert listing.file == pair.first
    for line in listing.lines:
        if line.kind == "instruction":
            assert line.source_file in (pair.first, pair.second) or line.source_reason
            if line.source_line is not None:
                text = source(line.source_file).text.splitlines()[line.source_line - 1]
                assert text.strip() not in ("", "}") or line.mnemonic == "ret", line


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_apart_no_line_of_the_callee_stands_in_the_caller(pair: Pair, compiler: str) -> None:
    listing = function(linked(pair, compiler).apart, pair.caller)
    assert {line.source_file for line in listing.lines if line.source_line} == {pair.first}


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_both_programs_compute_the_same_bits(pair: Pair, compiler: str) -> None:
    checked = linked(pair, compiler, "-O2 -ffp-contract=off").outputs
    assert checked is not None
    assert checked.same is True, checked.sentence


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_loops_are_found_in_linked_code(pair: Pair, compiler: str) -> None:
    for side in (linked(pair, compiler).apart, linked(pair, compiler).together):
        loops = function(side, pair.caller).loops
        assert pair.loop_line in {loop.source_line for loop in loops}


@pytest.mark.parametrize(("pair", "compiler"), CASES)
def test_only_the_user_s_functions_are_shown(pair: Pair, compiler: str) -> None:
    whole = linked(pair, compiler)
    for side in (whole.apart, whole.together):
        assert {listing.file for listing in side.functions} <= {pair.first, pair.second}
        assert "main" not in {listing.name for listing in side.functions}
        lines = [line for listing in side.functions for line in listing.lines]
        assert all(line.specific for line in lines if line.kind == "instruction")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_call_that_stays_is_said_to_stay(compiler: str) -> None:
    whole = link_whole([source("kept.c"), source("slow.c")], compiler, "-O2")
    (call,) = whole.calls
    assert call.fate == "kept"
    assert call.calls_together >= 1
    assert "sum_slow still calls slow" in call.sentence


@pytest.mark.parametrize("compiler", COMPILERS)
def test_files_with_a_main_are_a_program_of_their_own(compiler: str) -> None:
    whole = link_whole([source("prog.c"), source("twice.c")], compiler, "-O2")
    assert [call.fate for call in whole.calls] == ["gone"]
    assert whole.entry.startswith("The files define main")
    assert whole.outputs is not None
    assert whole.outputs.same is True


@pytest.mark.parametrize("compiler", COMPILERS)
def test_flto_in_the_flags_changes_nothing(compiler: str) -> None:
    pair = PAIRS[0]
    given = linked(pair, compiler, "-O2 -flto")
    assert given.flags == ("-O2",)
    assert given.apart.functions == linked(pair, compiler).apart.functions
    assert given.together.functions == linked(pair, compiler).together.functions


def test_older_compilers_link_too() -> None:
    for compiler in ("gcc-11", "clang-16", "clang-14"):
        whole = linked(PAIRS[0], compiler)
        assert whole.calls[0].fate == "gone", compiler
        assert set(whole.calls[0].callee_lines) == {2}


def test_one_file_is_refused() -> None:
    with pytest.raises(InputError, match="two files, not 1"):
        link_whole([source("kernel.c")], "gcc", "-O2")
