"""Steps come back as they were, and what they share is kept once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as drawn

from compiler_core.errors import InputError
from compiler_core.pipelines import kept_results
from compiler_core.pipelines.kept_results import write_result
from compiler_core.pipelines.kept_steps import KeptSteps, kept_steps, steps_of
from compiler_core.pipelines.stages import StageResult
from compiler_core.source import Location
from compiler_core.trace import Change, Snapshot, SnapshotLine, SnapshotNode, Step

WORDS = drawn.text("abc", max_size=2)
LINES = drawn.builds(SnapshotLine, WORDS, WORDS, drawn.none() | drawn.just(Location("a.c", 1, 2)))
NODES = drawn.builds(SnapshotNode, WORDS, WORDS, drawn.just(("a",)), drawn.just(()), group=WORDS)
SNAPSHOTS = drawn.builds(
    Snapshot,
    WORDS,
    drawn.lists(LINES, max_size=4).map(tuple),
    drawn.lists(NODES, max_size=3).map(tuple),
)
STEPS = drawn.builds(
    Step,
    WORDS,
    WORDS,
    drawn.booleans(),
    drawn.none() | SNAPSHOTS,
    drawn.none() | SNAPSHOTS,
    drawn.just((Change("folded", "a", "because"),)),
    metrics=drawn.just({"nodes": 2.0}),
)


@given(drawn.lists(STEPS, max_size=4).map(tuple))
def test_steps_come_back(steps: tuple[Step, ...]) -> None:
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(kept_steps(steps)), type=KeptSteps)
    assert steps_of(kept) == steps
    assert len(set(kept.lines)) == len(kept.lines)
    assert len(set(kept.nodes)) == len(kept.nodes)


def long_run(passes: int) -> tuple[Step, ...]:
    """Each pass renames one of a thousand lines."""
    texts = [f"line {number} of a program that is long" for number in range(1000)]
    steps: list[Step] = []
    for place in range(passes):
        before = Snapshot("", tuple(SnapshotLine(f"n{at}", text) for at, text in enumerate(texts)))
        texts[place] = "changed"
        after = Snapshot("", tuple(SnapshotLine(f"n{at}", text) for at, text in enumerate(texts)))
        steps.append(Step("rename", "graph", True, before, after))
    return tuple(steps)


def test_more_passes_are_little_more_to_keep() -> None:
    one, twenty = (len(msgspec.msgpack.encode(kept_steps(long_run(n)))) for n in (1, 20))
    assert twenty < 2.5 * one


@pytest.mark.parametrize("place", [-1, 2000])
def test_a_place_that_is_not_there_is_refused(place: int) -> None:
    kept = kept_steps(long_run(1))
    forged = replace(kept.snapshots[0], lines=(0, place))
    with pytest.raises(ValueError, match="missing"):
        steps_of(replace(kept, snapshots=(forged, *kept.snapshots[1:])))
    with pytest.raises(ValueError, match="missing"):
        steps_of(replace(kept, steps=(replace(kept.steps[0], after=place),)))


def test_what_no_reader_takes_is_said_when_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_results, "LARGEST_RECORD_BYTES", 10_000)
    with pytest.raises(InputError, match="too large to keep"):
        write_result(tmp_path, StageResult(stage="passes", sentence="Done.", steps=long_run(1)))
    assert not list(tmp_path.iterdir())
