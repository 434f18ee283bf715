"""Steps and pictures of the page: the print with its parts named, and who works when."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.atlas.mlir.double_buffer.passes import Passed
from compiler_core.atlas.mlir.double_buffer.printed import Start, Wait
from compiler_core.atlas.mlir.double_buffer.shape import OverlapShape
from compiler_core.atlas.records import Lane, LaneBar, TimePicture
from compiler_core.atlas.texts import text_snapshot
from compiler_core.soc.latency_hiding.records import Event, ThreadedCore
from compiler_core.soc.latency_hiding.replay import Replay
from compiler_core.trace import Change, Remark, Snapshot, SnapshotLine, Step

_MOST_LINES = 400
_MOST_TRANSFERS = 40
"""In a picture; what comes later is left out."""
_KINDS = ("read into a buffer", "computed", "written back")
_KIND_OF = {"read": 0, "compute": 1, "write": 2}
_SHOWN = 70


def printed_step(passed: Passed, shape: OverlapShape) -> Step:
    """The whole print, and which of its lines are prologue, epilogue and what stays blocking."""
    lines = passed.text.strip("\n").split("\n")
    said = (
        (shape.prologue, "The prologue: this transfer starts before the first round, for it."),
        (shape.ahead, "In the loop: started for the next round, beside the work of this one."),
        (shape.epilogue, "The epilogue: what the last round started is waited for behind it."),
        (shape.blocking, "Blocking: it is started, and nothing is done until it is over."),
    )
    changes = tuple(
        Change("added", _subject(lines, node), reason) for nodes, reason in said for node in nodes
    )
    return Step(
        "What is printed in the end",
        "printed",
        True,
        None,
        snapshot(passed.text),
        changes,
        metrics={"lines": float(len(lines))},
    )


def _subject(lines: Sequence[str], node: Start | Wait) -> str:
    text = lines[node.line - 1].strip().partition(" : ")[0]
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def snapshot(text: str) -> Snapshot:
    """The first lines of a print."""
    return text_snapshot("MLIR", text, _MOST_LINES)


def warned_step(warnings: Sequence[str]) -> Step:
    """In MLIR's words."""
    lines = tuple(
        SnapshotLine(str(at), f"warning: {words}") for at, words in enumerate(warnings, 1)
    )
    return Step(
        "What MLIR warns of",
        "message",
        True,
        None,
        Snapshot("warnings", lines),
        remarks=tuple(Remark("warning", words) for words in warnings),
    )


def pictures_of(
    runs: Sequence[tuple[str, Replay]], machine: ThreadedCore
) -> tuple[TimePicture, ...]:
    """Under one clock, which ends with the slowest, or with as much of it as is drawn."""
    end = max(min(run.cycles, _drawn_until(run)) for _, run in runs)
    return tuple(_picture(title, run, end, machine) for title, run in runs)


def _drawn_until(run: Replay) -> int:
    transfers = [event for event in run.events if event.action != "compute"][:_MOST_TRANSFERS]
    return max(transfer.ready for transfer in transfers) if transfers else run.cycles


def _picture(title: str, run: Replay, end: int, machine: ThreadedCore) -> TimePicture:
    shown = [event for event in run.events if event.start < end]
    slots = sorted({read.buffer for read in shown if read.action == "read"})
    rows = [
        (
            f"in, buffer {slot + 1}" if len(slots) > 1 else "in",
            [load for load in shown if load.action == "read" and load.buffer == slot],
        )
        for slot in slots
    ]
    rows.append(("core", [compute for compute in shown if compute.action == "compute"]))
    rows.append(("out", [write for write in shown if write.action == "write"]))
    cut = f", the first of {run.cycles / machine.clock_hz * 1e6:,.1f} µs" * (run.cycles > end)
    return TimePicture(
        title=f"{title}, modelled{cut}",
        lanes=tuple(
            Lane(name=name, bars=tuple(_bar(shown_event, end, machine) for shown_event in events))
            for name, events in rows
        ),
        more_lanes=0,
        end=end / machine.clock_hz,
        kinds=_KINDS,
    )


def _bar(event: Event, end: int, machine: ThreadedCore) -> LaneBar:
    """A transfer lasts until its data can be used."""
    kind = _KIND_OF[event.action]
    return LaneBar(
        name=f"{_KINDS[kind]}, no. {event.tile + 1}",
        kind=kind,
        start=event.start / machine.clock_hz,
        end=min(event.ready, end) / machine.clock_hz,
    )
