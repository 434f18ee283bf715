"""What tools print and readers write, as the pages show and answer it."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.trace import Snapshot, SnapshotLine


def text_snapshot(
    title: str, text: str, most: int, shown_as: Callable[[str], str] = str
) -> Snapshot:
    """Its lines, numbered; of a long one the first `most`, and how many more there are. shown_as:
    each line as it is shown."""
    lines = text.strip("\n").split("\n")
    shown = [shown_as(line) for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"… and {len(lines) - most:,} more lines")
    return Snapshot(title, tuple(SnapshotLine(str(at), line) for at, line in enumerate(shown, 1)))


def numbered_text(title: str, text: str) -> Snapshot:
    """All of its lines by their numbers, to which others are joined."""
    lines = enumerate(text.rstrip().splitlines(), 1)
    return Snapshot(title, tuple(SnapshotLine(str(at), line) for at, line in lines))
