"""What IREE prints behind each of its phases, read to one step a phase."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from compiler_core.atlas.mlir.dumps import REWRITE, dialects_of, operations_of
from compiler_core.atlas.texts import text_snapshot
from compiler_core.errors import InputError
from compiler_core.trace import Change, Snapshot, Step

FLOW = "flow"
LINES_KEPT = 240
_MOST_CHANGES = 8
_LONGEST_LINE = 240
_FILE = re.compile(r"^program\.(?P<number>\d+)\.(?P<name>[a-z-]+)\.mlir$")
_PLACE_MARK = " loc("


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase and the program behind it. text: without places; located: with them."""

    number: int
    name: str
    text: str
    located: str


def read_phases(files: Mapping[str, bytes]) -> tuple[Phase, ...]:
    """In their order. Raises InputError where there is none."""
    matches = [match for match in map(_FILE.match, files) if match]
    phases = [
        _phase(int(file["number"]), file["name"], files[file[0]].decode("utf-8", "replace"))
        for file in matches
    ]
    if not phases:
        raise InputError("IREE left no phases to read.", "Try again.")
    return tuple(sorted(phases, key=lambda phase: phase.number))


def _phase(number: int, name: str, located: str) -> Phase:
    text = without_places(located)
    return Phase(number=number, name=name, text=text, located=located)


def without_places(text: str) -> str:
    """The program without `loc(…)`; what is in brackets within them goes too."""
    return "\n".join(map(_line_without_places, text.strip("\n").splitlines()))


def _line_without_places(line: str) -> str:
    pieces: list[str] = []
    rest = line
    while True:
        before, mark, behind = rest.partition(_PLACE_MARK)
        pieces.append(before)
        if not mark:
            return "".join(pieces)
        rest = behind[closed_at(behind) :]


def closed_at(text: str) -> int:
    """Where the bracket that is open at its begin has been closed; the whole length if nowhere."""
    depth, quoted = 1, False
    for at, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in "()":
            depth += 1 if letter == "(" else -1
            if depth == 0:
                return at + 1
    return len(text)


def phase_steps(phases: Sequence[Phase]) -> tuple[Step, ...]:
    """One step a phase, compared with the phase before; the first stands as it is."""
    first = phases[0]
    steps = [Step(first.name, "program", True, None, _snapshot(first), metrics=_metrics(first))]
    for before, after in pairwise(phases):
        changed = before.text != after.text
        steps.append(
            Step(
                after.name,
                REWRITE,
                changed,
                _snapshot(before),
                _snapshot(after),
                _changes(before, after),
                metrics=_metrics(after),
            )
        )
    return tuple(steps)


def _metrics(phase: Phase) -> dict[str, float]:
    return {
        "lines": float(phase.text.count("\n") + 1),
        "operations": float(len(operations_of(phase.text))),
        "dialects": float(len(dialects_of(phase.text))),
    }


def _changes(before: Phase, after: Phase) -> tuple[Change, ...]:
    """Operations of which there are more or fewer, those that changed most first."""
    left, right = (Counter(operations_of(phase.text)) for phase in (before, after))
    names = sorted(left | right, key=lambda name: (-abs(left[name] - right[name]), name))
    return tuple(
        Change(
            "added" if right[name] > left[name] else "removed",
            name,
            f"{left[name]} → {right[name]}",
        )
        for name in names[:_MOST_CHANGES]
        if left[name] != right[name]
    )


def _snapshot(phase: Phase) -> Snapshot:
    return text_snapshot("MLIR", phase.text, LINES_KEPT, lambda line: line[:_LONGEST_LINE])
