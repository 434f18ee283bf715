"""What happens while a model is compiled, as lines in a file: one writer, any number of readers.

A reader that comes late, or comes back, reads from the number it saw last.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

EventKind = Literal["started", "progress", "finished", "failed", "done", "token"]
_NAME = "events.jsonl"
_LONGEST_LINE = 1 << 16


@dataclass(frozen=True, slots=True)
class Event:
    """number counts from 1. stage: its name, "" for the whole. done of total: how far, where known.

    text: what is being done, or the result's sentence, or of a token the text it
    adds. advice: what to try after a failure.
    """

    number: int
    kind: EventKind
    stage: str = ""
    text: str = ""
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    advice: str = ""

    @property
    def last(self) -> bool:
        """Whether nothing follows."""
        return self.kind in ("failed", "done")

    def as_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self))


class EventLog:
    """The writer."""

    def __init__(self, directory: Path, earlier: tuple[Event, ...] = ()) -> None:
        self._path = directory / _NAME
        self._number = len(earlier)
        self._began = time.perf_counter()

    def write(
        self,
        kind: EventKind,
        stage: str = "",
        text: str = "",
        done: int = 0,
        total: int = 0,
        advice: str = "",
    ) -> None:
        """Add one line; it is there for readers at once."""
        self._number += 1
        seconds = round(time.perf_counter() - self._began, 3)
        event = Event(self._number, kind, stage, text, done, total, seconds, advice)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(event.as_json() + "\n")


def read_events(directory: Path, after: int = 0) -> Iterator[Event]:
    """The events there are, those after a number; a line that is still being written is left."""
    try:
        text = (directory / _NAME).read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    for line in text.splitlines(keepends=True):
        if not line.endswith("\n") or len(line) > _LONGEST_LINE:
            return
        event = Event(**json.loads(line))
        if event.number > after:
            yield event
