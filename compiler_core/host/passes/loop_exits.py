"""Lines that left a loop without leaving their place in the text.

Taking a computation out of a loop may move the line above the loop's label, or the label below the
line: a comparison of texts shows the one as a moved line and the other as a moved label. Which it
was is an accident of the order of blocks; the loop depth of the line before and after tells.
"""

from __future__ import annotations

from dataclasses import replace

from compiler_core.host.passes.delta import Delta, DeltaRow
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.line_facts import facts_of
from compiler_core.host.passes.structure import Structure


def with_lines_that_left_loops(
    delta: Delta, dumps: tuple[Dump, Dump], structures: tuple[Structure, Structure]
) -> Delta:
    """The difference with such lines as moved; as it is if the number of loops changed.

    A line that came anew to a loop in the same shape may be a copy: then nothing left.
    """
    before, after = structures
    if before.loops != after.loops or not before.loops:
        return delta
    staying = _new_in_loops(delta, dumps[1], after)
    rows: list[DeltaRow] = []
    moves = list(delta.moves)
    for row in delta.rows:
        line, two = row.before, row.after
        if (
            row.kind != "same"
            or line is None
            or two is None
            or before.depth_of[line] <= after.depth_of[two]
            or not _leaves(dumps[1], two, staying)
        ):
            rows.append(row)
            continue
        rows += [DeltaRow("moved", line, None), DeltaRow("moved", line, two)]
        moves.append((line, two))
    return replace(delta, rows=tuple(rows), moves=tuple(sorted(moves)))


def _leaves(dump: Dump, position: int, staying: frozenset[str]) -> bool:
    facts = facts_of((dump.lines or ())[position].text, dump.level)
    return facts.is_movable and bool(facts.defined) and facts.blank not in staying


def _new_in_loops(delta: Delta, dump: Dump, structure: Structure) -> frozenset[str]:
    """Lines that are new in a loop, without names."""
    return frozenset(
        facts_of((dump.lines or ())[row.after].text, dump.level).blank
        for row in delta.rows
        if row.kind == "added" and row.after is not None and structure.depth_of[row.after] > 0
    )
