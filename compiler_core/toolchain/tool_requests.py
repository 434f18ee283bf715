"""Tools for a process that is jailed itself: it asks its parent, which starts them.

Jails cannot nest, and a process that reads what strangers wrote shall not start any. So where a
process was started by `jailed_process`, the few places that start something ask the parent
instead: `runner.run_jailed` and `inquiry.answer`, and for programs of ours, which only the parent
can build, `program`. Everything above them does not know in which process it runs.

A process of another kind needs three things:

1. A module whose `main` calls `ParentTools.begin()` first, which gives the frames of the parent
   that are no replies: `tools.receive()` is the next question, `tools.send(kind, value)` an answer.
   Its arguments are plain words, its standard output belongs to the frames (print goes elsewhere).
2. The parent holds a `jailed_process.JailedProcess(ProcessRoom(module, …))` as a context, from a
   thread that lives as long as the process. `send` asks; `receive` gives the next frame that is
   no tool request and serves tool requests meanwhile, under a deadline and for the current
   `asker`: when that one leaves, what runs for it ends.
3. What it may ask for is decided by `tool_rules`, in the parent: programs found by discovery,
   limits up to the usual ones, files below the system's directories. A room with more to read
   (`ProcessRoom.readable`) may give that to its jobs too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore, Condition
from typing import TypeVar

from compiler_core import errors
from compiler_core.errors import LoweringLabError, ToolMissing, WorkCancelled
from compiler_core.storage import storage_error
from compiler_core.toolchain.frames import BrokenFrame, Ended, Frame, FrameReader, FrameWriter
from compiler_core.toolchain.job import Job, RunResult

Record = TypeVar("Record")
MOST_REQUESTS = 8
"""Of one process at once; others of its threads wait. The parent ends a process that asks more."""


@dataclass(frozen=True, slots=True)
class JobRequest:
    """Run this job. keeps: an earlier result of the same job does as well, and this one may be
    kept. listens: pieces of the output are sent as they come.
    """

    job: Job
    keeps: bool
    listens: bool


@dataclass(frozen=True, slots=True)
class QuestionRequest:
    """One of the fixed questions to an installed tool, see `inquiry`."""

    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """The path of a program of ours, built if need be: by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class PieceRequest:
    """More content for a placed file, see `placed_files`."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error that the parent raised; error: its class, one of `compiler_core.errors`."""

    error: str
    message: str
    advice: str = ""

    def raised(self) -> LoweringLabError:
        """The same error here."""
        if self.error == WorkCancelled.__name__:
            return WorkCancelled()
        if self.error == ToolMissing.__name__:
            missing = ToolMissing("", "")
            missing.message, missing.advice = self.message, self.advice
            return missing
        kind = getattr(errors, self.error, None)
        if isinstance(kind, type) and issubclass(kind, LoweringLabError):
            return kind(self.message, self.advice)
        return LoweringLabError(self.message, self.advice)


def refusal_of(error: BaseException) -> Refusal:
    """An error in the form in which it is sent."""
    error = storage_error(error) or error
    if isinstance(error, LoweringLabError):
        return Refusal(type(error).__name__, error.message, error.advice)
    return Refusal(type(error).__name__, str(error))


class ParentTools:
    """The parent's end of this process's pipes; safe for threads.

    Any thread may ask. Whoever waits reads for all: frames for others are laid aside.
    """

    def __init__(self, reader: int, writer: int) -> None:
        self._reader = FrameReader(reader)
        self._writer = FrameWriter(writer)
        self._turn = Condition()
        self._places = BoundedSemaphore(MOST_REQUESTS)
        self._reading = False
        self._asked = 0
        self._arrived: dict[int, list[Frame]] = {}

    @classmethod
    def begin(cls) -> ParentTools:
        """Take standard input and output for the frames; from here on tools are asked for."""
        reader, writer = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        tools = cls(reader, writer)
        _ThisProcess.parent = tools
        return tools

    def send(self, kind: str, value: object) -> None:
        """Tell the parent; kinds are for its caller to know."""
        self._writer.write(kind, 0, value)

    def receive(self) -> Frame:
        """The next frame that is no reply. Raises Ended when the parent has gone."""
        return self._frame_for(0)

    def is_asked(self) -> bool:
        """Whether something is there that `receive` would not wait for."""
        return bool(self._arrived.get(0)) or self._reader.has_more()

    def run(self, request: JobRequest, on_output: Callable[[bytes], None] | None) -> RunResult:
        """As `run_jailed`. Raises what it raised there."""
        return self._ask("job", request, RunResult, on_output)

    def step_back(self, niceness: int) -> None:
        """From now on what this process asks for lets others go first."""
        self._ask("step back", niceness, type(None))

    def answer(self, command: tuple[str, ...]) -> str:
        """As `inquiry.answer`."""
        return self._ask("question", QuestionRequest(command), str)

    def program(self, name: str) -> str:
        """Where a program of ours lies. Raises ToolMissing, JailBroken."""
        return self._ask("program", ProgramRequest(name), str)

    def place(self, graph: object, record: type[Record]) -> Record:
        """A graph of numbers laid out, see `graph_layout`. Raises InputError, ToolMissing."""
        return self._ask("graph", graph, record)

    def begin_file(self) -> str:
        """As `PlacedFiles.begin_file`, of the parent; as are the next two."""
        return self._ask("placed file", None, str)

    def add_to_file(self, name: str, piece: bytes) -> None:
        self._ask("piece of file", PieceRequest(name, bytes(piece)), type(None))

    def end_file(self, name: str) -> None:
        self._ask("end of file", name, type(None))

    def record(self, kind: str, record: type[Record], about: object = None) -> Record:
        """What the parent knows or does, by its name in `tool_answers`. about: what is asked."""
        return self._ask(kind, about, record)

    def _ask(
        self,
        kind: str,
        value: object,
        record: type[Record],
        on_output: Callable[[bytes], None] | None = None,
    ) -> Record:
        with self._places:
            return self._ask_now(kind, value, record, on_output)

    def _ask_now(
        self,
        kind: str,
        value: object,
        record: type[Record],
        on_output: Callable[[bytes], None] | None,
    ) -> Record:
        with self._turn:
            self._asked += 1
            number = self._asked
        try:
            self._writer.write(kind, number, value)
        except BrokenPipeError as error:
            raise Ended from error
        while True:
            frame = self._frame_for(number)
            if frame.kind == "refused":
                raise frame.read_as(Refusal).raised()
            if frame.kind == "answer":
                return frame.read_as(record)
            if frame.kind != "heard" or on_output is None:
                raise BrokenFrame(f"{frame.kind} is no reply")
            on_output(frame.read_as(bytes))

    def _frame_for(self, number: int) -> Frame:
        with self._turn:
            while not self._arrived.get(number):
                if self._reading:
                    self._turn.wait()
                else:
                    self._read_for_all()
            frame = self._arrived[number].pop(0)
            if not self._arrived[number]:
                del self._arrived[number]
            return frame

    def _read_for_all(self) -> None:
        """One frame, laid where its thread looks; the turn is given up while it is read."""
        self._reading = True
        self._turn.release()
        try:
            frame = self._reader.read()
        finally:
            self._turn.acquire()
            self._reading = False
            self._turn.notify_all()
        self._arrived.setdefault(frame.number, []).append(frame)


class _ThisProcess:
    """Whom this process asks for tools: set once, when a jailed process begins."""

    parent: ParentTools | None = None


def parent_tools() -> ParentTools | None:
    """Whom to ask for tools; None where they are started by this process itself."""
    return _ThisProcess.parent
