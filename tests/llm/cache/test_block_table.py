"""The books of the paged cache keep their invariants, whatever sequences do."""

from __future__ import annotations

from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from compiler_core.errors import InputError
from compiler_core.llm.cache.block_table import BlockTables, OutOfBlocks

Operation = tuple[str, int, int]
operations = st.lists(
    st.tuples(
        st.sampled_from(["start", "grow", "grow", "grow", "fork", "end"]),
        st.integers(0, 5),
        st.integers(0, 11),
    ),
    max_size=40,
)


def check_books(tables: BlockTables) -> None:
    """What always holds."""
    named = Counter(block for sequence in tables.sequences for block in tables.table(sequence))
    assert tables.free_blocks + len(named) == tables.blocks
    assert all(tables.count(block) == named[block] for block in range(tables.blocks))
    for one in tables.sequences:
        table = tables.table(one)
        assert len(set(table)) == len(table)
        assert len(table) == -(-tables.length(one) // tables.block_positions)
        addresses = [tables.address(one, position) for position in range(tables.length(one))]
        assert len(set(addresses)) == len(addresses)
        assert [table.index(block) for block, _ in addresses] == [
            position // tables.block_positions for position in range(tables.length(one))
        ]
    assert {use.block for use in tables.uses() if use.owners} == set(named)


class Memory:
    """What the blocks hold: each position of a sequence writes its own word, copies are obeyed."""

    def __init__(self, tables: BlockTables) -> None:
        self.tables = tables
        self.rows: dict[tuple[int, int], str] = {}
        self.texts: dict[str, list[str]] = {}

    def start(self, name: str) -> None:
        self.tables.start(name)
        self.texts[name] = []

    def grow(self, name: str, count: int) -> None:
        for copy in self.tables.grow(name, count):
            for row in range(copy.positions):
                self.rows[copy.target, row] = self.rows[copy.source, row]
        for _ in range(count):
            word = f"{name} {len(self.texts[name])}"
            self.rows[self.tables.address(name, len(self.texts[name]))] = word
            self.texts[name].append(word)

    def fork(self, name: str, child: str, positions: int) -> None:
        self.tables.fork(name, child, positions)
        self.texts[child] = self.texts[name][:positions]

    def end(self, name: str) -> None:
        self.tables.end(name)
        del self.texts[name]

    def check(self) -> None:
        for name, text in self.texts.items():
            found = [self.rows[self.tables.address(name, at)] for at in range(len(text))]
            assert found == text


def state_of(tables: BlockTables) -> tuple[object, ...]:
    names = tables.sequences
    return names, [tables.table(name) for name in names], tables.free_blocks, tables.uses()


def perform(memory: Memory, operation: Operation) -> None:
    """One operation where it is possible; refused ones must change nothing."""
    what, number, amount = operation
    name, before = f"s{number}", state_of(memory.tables)
    present = name in memory.tables.sequences
    try:
        if what == "start" and not present:
            memory.start(name)
        elif what == "grow" and present:
            memory.grow(name, amount)
        elif what == "fork" and present and (child := f"s{(number + 1) % 6}"):
            memory.fork(name, child, min(amount, memory.tables.length(name)))
        elif what == "end" and present:
            memory.end(name)
    except InputError:
        assert state_of(memory.tables) == before


@settings(max_examples=150, deadline=None, derandomize=True)
@given(operations, st.integers(1, 12), st.integers(1, 5))
def test_no_block_is_lost_or_owned_twice(
    steps: list[Operation], blocks: int, block_positions: int
) -> None:
    memory = Memory(BlockTables(blocks, block_positions))
    for operation in steps:
        perform(memory, operation)
        check_books(memory.tables)
        memory.check()
    for name in memory.tables.sequences:
        memory.end(name)
    assert memory.tables.free_blocks == blocks


def test_a_shared_block_is_copied_by_who_writes_first() -> None:
    tables = BlockTables(4, 4)
    tables.start("A")
    tables.grow("A", 6)
    tables.fork("A", "B", 6)
    assert tables.free_blocks == 2
    (copy,) = tables.grow("B", 1)
    assert (copy.source, copy.positions) == (tables.table("A")[1], 2)
    assert tables.table("A")[0] == tables.table("B")[0]
    assert tables.grow("A", 1) == ()


def test_a_full_shared_block_is_never_copied() -> None:
    tables = BlockTables(4, 4)
    tables.start("A")
    tables.grow("A", 4)
    tables.fork("A", "B", 4)
    assert tables.grow("B", 1) == ()
    assert tables.table("B")[0] == tables.table("A")[0]


def test_the_copy_counts_when_memory_is_short() -> None:
    tables = BlockTables(1, 4)
    tables.start("A")
    tables.grow("A", 2)
    tables.fork("A", "B", 2)
    assert tables.blocks_to_grow("B", 1) == 1
    with pytest.raises(OutOfBlocks):
        tables.grow("B", 1)
    assert tables.table("B") == tables.table("A")


def test_growing_by_nothing_copies_nothing() -> None:
    tables = BlockTables(2, 4)
    tables.start("A")
    tables.grow("A", 2)
    tables.fork("A", "B", 2)
    assert tables.grow("B", 0) == ()


@pytest.mark.parametrize("position", [-1, 3])
def test_positions_outside_a_sequence_have_no_address(position: int) -> None:
    tables = BlockTables(2, 4)
    tables.start("A")
    tables.grow("A", 3)
    with pytest.raises(InputError):
        tables.address("A", position)


def test_more_cannot_be_shared_than_there_is() -> None:
    tables = BlockTables(2, 4)
    tables.start("A")
    tables.grow("A", 3)
    with pytest.raises(InputError):
        tables.fork("A", "B", 4)
    assert tables.sequences == ("A",)
