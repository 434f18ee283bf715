"""Regular expressions of an exercise's author, searched for within a limit of processor time.

A pattern such as `(a+)+b` can run for years on a short text. In a process's first thread a timer
of processor time ends the search; elsewhere, where no signal arrives, a jailed process of its own
searches and is ended with its limit.
"""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from types import FrameType
from typing import Any

from compiler_core.errors import InputError

SEARCH_SECONDS = 2.0
"""Of processor time for one search; those of the lessons take milliseconds."""
_MODULE = "compiler_core.exercises.pattern_process"
_START_SECONDS = 2


class PatternTooSlow(InputError):
    """A search came to no end within its time: a fault of the exercise, not of the answer."""

    def __init__(self, pattern: str) -> None:
        super().__init__(
            f"The pattern “{pattern[:80]}” came to no end within {SEARCH_SECONDS:g} s.",
            "The exercise's author should take the repeat inside a repeat out of it.",
        )


@dataclass(frozen=True, slots=True)
class FoundText:
    """What a search found; index 0 is the whole of it, as of a match."""

    text: str

    def __getitem__(self, group: int) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class PatternSearch:
    """What the process apart is asked."""

    pattern: str
    flags: int
    text: str


@dataclass(frozen=True, slots=True)
class PatternFinding:
    """What it answers."""

    found: FoundText | None


@dataclass(frozen=True, slots=True)
class TimedPattern:
    """Stands for a compiled pattern where only `search` and `pattern` are asked."""

    compiled: re.Pattern[str]

    @property
    def pattern(self) -> str:
        """As written."""
        return self.compiled.pattern

    def search(self, text: str) -> FoundText | None:
        """The first match. Raises PatternTooSlow."""
        if threading.current_thread() is not threading.main_thread():
            return _searched_elsewhere(self.compiled, text)
        with _timer(self.pattern):
            match = self.compiled.search(text)
        return FoundText(match[0]) if match else None


def with_timed_patterns(argument: Any) -> Any:
    """The argument of a kind with every pattern in it replaced."""
    if isinstance(argument, re.Pattern):
        return TimedPattern(argument)
    if isinstance(argument, tuple):
        return tuple(with_timed_patterns(part) for part in argument)
    if is_dataclass(argument) and not isinstance(argument, type):
        changes = {row.name: getattr(argument, row.name) for row in fields(argument) if row.init}
        timed = {name: with_timed_patterns(value) for name, value in changes.items()}
        changed = {name: value for name, value in timed.items() if value is not changes[name]}
        return replace(argument, **changed) if changed else argument
    return argument


@contextmanager
def _timer(pattern: str) -> Iterator[None]:
    def end(_signal: int, _frame: FrameType | None) -> None:
        raise PatternTooSlow(pattern)

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, SEARCH_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _searched_elsewhere(compiled: re.Pattern[str], text: str) -> FoundText | None:
    from compiler_core.toolchain.jailed_process import JailedProcess, ProcessEnded, ProcessRoom

    seconds = int(SEARCH_SECONDS) + _START_SECONDS
    room = ProcessRoom(module=_MODULE, cpu_seconds=seconds, own_seconds=4.0 * seconds)
    with JailedProcess(room) as process:
        try:
            process.send("search", PatternSearch(compiled.pattern, compiled.flags, text))
            return process.receive().read_as(PatternFinding).found
        except ProcessEnded as ended:
            raise PatternTooSlow(compiled.pattern) from ended
