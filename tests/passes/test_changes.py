"""The changes of a step name every line that changed once, neighbours of one fate together."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.passes.changes import changes_of
from compiler_core.host.passes.delta import compare_dumps
from compiler_core.host.passes.dump import Dump, DumpLine
from compiler_core.host.passes.steps import PassStep

texts = st.lists(st.sampled_from([f"  x = y + {number};" for number in range(9)]), max_size=24)


def step_between(before: list[str], after: list[str]) -> PassStep:
    left, right = dump(before), dump(after)
    return PassStep(
        number=1,
        dump=right,
        before=left,
        after=right,
        concept=None,
        delta=compare_dumps(left, right),
    )


def dump(lines: list[str]) -> Dump:
    return Dump(
        number=1,
        pass_name="fre1",
        level="GIMPLE",
        unit="f",
        lines=tuple(DumpLine(text) for text in lines),
    )


@given(texts, texts)
def test_every_changed_line_is_named_once(before: list[str], after: list[str]) -> None:
    step = step_between(before, after)
    assert step.delta is not None
    # Where a line moved away a row stands too, which is no change of its own.
    rows = [
        row
        for row in step.delta.rows
        if row.kind != "same" and (row.kind != "moved" or row.after is not None)
    ]
    changes = list(changes_of(step))
    for side in ("before", "after"):
        named = Counter(name for change in changes for name in getattr(change, side))
        positions = [getattr(row, side) for row in rows]
        assert named == Counter({f"l{place}" for place in positions if place is not None})


@given(texts, texts)
def test_neighbours_of_one_fate_are_one_change(before: list[str], after: list[str]) -> None:
    step = step_between(before, after)
    lines = {"removed": before, "added": after}
    for change in changes_of(step):
        if change.kind not in lines:
            continue
        positions = [int(name[1:]) for name in (change.before or change.after)]
        assert positions == list(range(positions[0], positions[0] + len(positions)))
        assert change.subject.startswith(lines[change.kind][positions[0]].strip())
        assert (f" {len(positions) - 1} more line" in change.subject) == (len(positions) > 1)
