"""What happens while a model is compiled, as lines in a file: one writer, any number of readers.

A reader that comes late, or comes back, reads from the number it saw last.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from compiler_core.errors import InputError
from compiler_core.left_files import left_file

EventKind = Literal["started", "progress", "finished", "failed", "done", "token"]
EVENTS_NAME = "events.jsonl"
_LONGEST_LINE = 1 << 16
# A run writes some hundred lines; a long text that a model wrote, some thousand.
_LARGEST_BYTES = 4 << 20
_DAMAGED = "What this run wrote of its progress cannot be read."


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """number counts from 1."""

    number: int
    """Place in the log, from 1."""
    kind: EventKind
    """What happened; nothing follows `failed` and `done`."""
    stage: str = ""
    """Name of the stage, empty for the whole job."""
    text: str = ""
    """What is being done, or the result's sentence, or of a token the text it adds."""
    done: int = 0
    """How much of `total` is done."""
    total: int = 0
    """How much there is to do, 0 where that is not known."""
    seconds: float = 0.0
    """Since the writer of the log began."""
    advice: str = ""
    """What to try after a failure."""
    remedy: str = ""
    """A setting and a value that may help, with a colon between, "" for none."""
    problem: str = ""
    """Why a stage ended without doing what it is for, empty where it did."""

    @property
    def last(self) -> bool:
        """Whether nothing follows."""
        return self.kind in ("failed", "done")

    def as_json(self) -> str:
        """One line."""
        return msgspec.json.encode(self).decode()


class EventLog:
    """The writer."""

    def __init__(self, directory: Path, earlier: tuple[Event, ...] = ()) -> None:
        self._path = directory / EVENTS_NAME
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
        remedy: str = "",
        problem: str = "",
    ) -> None:
        """Add one line; it is there for readers at once. Raises OSError; nothing is added then."""
        self._number += 1
        seconds = round(time.perf_counter() - self._began, 3)
        event = Event(
            number=self._number,
            kind=kind,
            stage=stage,
            text=text,
            done=done,
            total=total,
            seconds=seconds,
            advice=advice,
            remedy=remedy,
            problem=problem,
        )
        with self._path.open("a", encoding="utf-8") as file:
            end = file.tell()
            try:
                file.write(event.as_json() + "\n")
                file.flush()
            except OSError:
                os.truncate(self._path, end)
                raise


def read_events(directory: Path, after: int = 0) -> Iterator[Event]:
    """The events there are, those after a number; a line that is still being written is left.

    A log that no writer of ours wrote ends with an event `failed` in place of its first bad line.
    """
    known = 0
    for event in _events(directory):
        if event is None or event.number <= known:
            event = Event(number=known + 1, kind="failed", text=_DAMAGED, advice="Run it again.")
        known = event.number
        if known > after:
            yield event
        if event.last:
            return


def _events(directory: Path) -> Iterator[Event | None]:
    """None for what is no event, after which nothing is read."""
    try:
        content = left_file(directory / EVENTS_NAME, _LARGEST_BYTES, "The log of this run")
    except InputError:
        yield None
        return
    for line in (content or b"").splitlines(keepends=True):
        if not line.endswith(b"\n") and len(line) <= _LONGEST_LINE:
            return
        event = _event(line)
        yield event
        if event is None:
            return


def _event(line: bytes) -> Event | None:
    if len(line) > _LONGEST_LINE:
        return None
    try:
        return msgspec.json.decode(line, type=Event)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
