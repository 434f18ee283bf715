"""Basic blocks: where they begin and end, and what may follow."""

from __future__ import annotations

import pytest

from compiler_core.host.assembly import read_assembly
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.loop_analysis.blocks import find_blocks
from tests.analysis.reading import every_recording, recorded

HEAD = "\t.text\n\t.type\tf, %function\nf:\n"


def blocks(*lines: str, tables: dict[str, tuple[str, ...]] | None = None) -> tuple[BasicBlock, ...]:
    text = HEAD + "\n".join(lines) + "\n\t.size\tf, .-f\n"
    return find_blocks(read_assembly(text).functions[0], tables or {})


def following(*lines: str, tables: dict[str, tuple[str, ...]] | None = None) -> list[list[int]]:
    """Successors of every block."""
    return [sorted(block.successors) for block in blocks(*lines, tables=tables)]


@pytest.mark.parametrize(
    "branch",
    ["b.ne .L1", "bne .L1", "cbz x0, .L1", "cbnz w0, .L1", "tbz w0, 3, .L1", "tbnz x0, #63, .L1"],
)
def test_a_conditional_branch_goes_on_or_leads_to_its_label(branch: str) -> None:
    assert following(branch, "nop", ".L1:", "ret") == [[1, 2], [2], []]


def test_jump_and_return() -> None:
    assert following("b .L1", "nop", ".L1:", "ret") == [[2], [2], []]


def test_a_call_does_not_end_a_block() -> None:
    assert following("bl g", "blr x3", "ret") == [[]]


@pytest.mark.parametrize(
    "call", ["bl abort", "bl __stack_chk_fail", "bl _ZSt20__throw_length_errorPKc", "brk #1"]
)
def test_a_call_that_never_returns_ends_the_way(call: str) -> None:
    assert following("cbz x0, .L1", call, ".L1:", "ret") == [[1, 2], [], []]


@pytest.mark.parametrize("jump", ["b other", "br x1"])
def test_a_tail_call_leaves_the_function(jump: str) -> None:
    assert following("cbz x0, .L1", jump, ".L1:", "ret") == [[1, 2], [], []]


def test_labels_nobody_branches_to_cut_nothing() -> None:
    assert len(blocks("nop", ".LBB1:", "nop", ".LVL2:", "ret")) == 1


def test_a_block_begins_with_its_label() -> None:
    found = blocks("cbz x0, .L1", "nop", "\t.p2align 3", ".L1:", "ret")
    assert found[2].first + 1 == found[2].last


TABLE = {".L4": (".L5", ".L6")}


def test_a_jump_table_leads_to_what_it_lists() -> None:
    lines = ("adrp x1, .L4", "add x1, x1, :lo12:.L4", "ldr w2, [x1, w0, uxtw 2]", "br x2")
    assert following(*lines, ".L5:", "nop", ".L6:", "ret", tables=TABLE)[0] == [1, 2]


def test_a_table_taken_before_the_loop_is_found() -> None:
    lines = ("adrp x9, .L4", "b .L1", ".L1:", "ldr x2, [x9, x0, lsl 3]", "br x2")
    found = following(*lines, ".L5:", "b .L1", ".L6:", "ret", tables=TABLE)
    assert found[1] == [2, 3]


def test_of_two_tables_the_one_named_in_the_block_counts() -> None:
    tables = {**TABLE, ".L8": (".L9",)}
    lines = ("adrp x3, .L8", "b .L1", ".L1:", "adrp x1, .L4", "ldr x2, [x1, x0, lsl 3]", "br x2")
    found = following(*lines, ".L5:", "nop", ".L6:", "nop", ".L9:", "ret", tables=tables)
    assert found[1] == [2, 3]


def test_a_call_through_a_pointer_beside_a_table_is_a_tail_call() -> None:
    lines = ("adrp x1, .L4", "cbz x0, .L7", "ldr x2, [x1, x0, lsl 3]", "br x2")
    more = (".L5:", "nop", ".L6:", "ret", ".L7:", "ldr x3, [x0, 16]", "br x3")
    assert following(*lines, *more, tables=TABLE)[-1] == []


def test_nothing_falls_into_the_cold_section() -> None:
    lines = ("bl unknown", '\t.section .text.unlikely,"ax"', "cbz x0, .L1", ".L1:", "ret")
    assert following(*lines)[0] == []


@pytest.mark.parametrize("recording", every_recording())
def test_successors_of_recorded_code_exist(recording: str) -> None:
    for code in recorded(recording).values():
        assert [block.id for block in code.blocks] == list(range(len(code.blocks)))
        for block in code.blocks:
            assert block.first <= block.last
            assert all(0 <= number < len(code.blocks) for number in block.successors)
