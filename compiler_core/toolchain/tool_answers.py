"""The parent's side of `tool_requests`: checks what is asked, runs it, sends back what came out.

Each process has one `ToolAnswers`. Requests run in threads of their own, MOST_REQUESTS of each
process, which take their turn in the usual queues: these share out by client, the threads by
process, so that one which keeps all of its own leaves those of the others alone. A thread never
ends while the server lives, because the kernel ends what a thread started when that thread ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from threading import Lock

from compiler_core.asker import NOBODY, Asker, current_asker, working_for
from compiler_core.errors import LoweringLabError
from compiler_core.toolchain.analysers import known_osaca
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.content_cache import ContentCache
from compiler_core.toolchain.emulator import emulator_readable, run_queue
from compiler_core.toolchain.frames import (
    BrokenFrame,
    Frame,
    FrameWriter,
    frame_pieces,
    read_stored,
)
from compiler_core.toolchain.graph_layout import LabelledGraph, PlacedGraph, place_labelled
from compiler_core.toolchain.inquiry import answer
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.native_runs import as_started
from compiler_core.toolchain.placed_files import PlacedFiles
from compiler_core.toolchain.plugin import plugin_path
from compiler_core.toolchain.ready_rooms import ready_rooms
from compiler_core.toolchain.recorder import recorder_path
from compiler_core.toolchain.runner import run_jailed
from compiler_core.toolchain.service import compile_queue
from compiler_core.toolchain.state import results_directory
from compiler_core.toolchain.tool_requests import (
    MOST_REQUESTS,
    JobRequest,
    PieceRequest,
    ProgramRequest,
    QuestionRequest,
    refusal_of,
)
from compiler_core.toolchain.tool_rules import (
    RefusedRequest,
    ToolRules,
    check_job,
    check_question,
)
from compiler_core.toolchain.wheel_answers import driver_run_for, found_for, program_run_for
from compiler_core.toolchain.wheel_requests import DriverEnd, FoundWheels

# More than all processes together may ask for at once, so that no request waits for a thread: what
# bounds them is the number of processes. A thread is started when a request finds none idle.
_THREADS = 4096
# Where the answer depends on more than the program itself.
_PARTS_OF_COMPILES = (
    "/usr/bin/aarch64-linux-gnu-as",
    "/usr/bin/aarch64-linux-gnu-ld",
    "/usr/aarch64-linux-gnu/lib/libc.a",
)
_PROGRAMS: dict[str, Callable[[], str]] = {
    "counting-plugin": plugin_path,
    "launcher": launcher_path,
    "recorder": recorder_path,
}


class ToolAnswers:
    """Serves one process. asker: for whom it works now. give_way: has the process itself give way
    as that one does.
    """

    def __init__(
        self, writer: FrameWriter, rules: ToolRules, give_way: Callable[[], None] = lambda: None
    ) -> None:
        self._writer = writer
        self._rules = rules
        self._give_way = give_way
        self._lock = Lock()
        self._running = 0
        self._placed = PlacedFiles()
        self.asker: Asker = NOBODY

    def close(self) -> None:
        """The process has ended."""
        self._placed.close()

    @property
    def is_idle(self) -> bool:
        """Whether the process waits for nothing."""
        return self._running == 0

    def takes(self, frame: Frame) -> bool:
        """True if it was a request, which is answered by and by."""
        answered = _REQUESTS.get(frame.kind)
        if answered is None or frame.number <= 0:
            return False
        with self._lock:
            if self._running >= MOST_REQUESTS:
                raise BrokenFrame("a process asks for more than it can wait for")
            self._running += 1
        _threads().submit(self._serve, frame, answered, self.asker)
        return True

    def _serve(self, frame: Frame, answered: _Answered, asker: Asker) -> None:
        try:
            with working_for(asker):
                kind, value = "answer", answered(self, frame)
        except (LoweringLabError, BrokenFrame, OSError) as error:
            kind, value = "refused", refusal_of(error)
        with self._lock:
            self._running -= 1
        # A process that has ended meanwhile needs no answer.
        with suppress(OSError):
            self._writer.write(kind, frame.number, value)

    def _job(self, frame: Frame) -> RunResult:
        request = frame.read_as(JobRequest)
        job = request.job
        rules = replace(self._rules, readable=(*self._rules.readable, *self._placed.paths))
        check_job(job, rules, own_programs())
        heard = self._teller(frame.number) if request.listens else None
        queue = compile_queue() if job.call_filter == "compile" else run_queue()

        def run() -> RunResult:
            jail, rooms = chosen_jail(), ready_rooms()
            with queue.place():
                started = as_started(job, emulator_readable)
                result = run_jailed(jail, started, heard, rooms)
            _threads().submit(rooms.prepare, jail, job)
            return result

        return _runs().get_or_compute(_key(job), run) if request.keeps else run()

    def _step_back(self, frame: Frame) -> None:
        """The process, and the asker it works for; the server's own work stays as it is."""
        if current_asker() is not NOBODY:
            current_asker().step_back(frame.read_as(int))
            self._give_way()

    def _teller(self, number: int) -> Callable[[bytes], None]:
        def tell(piece: bytes) -> None:
            with suppress(OSError):
                self._writer.write("heard", number, bytes(piece))

        return tell

    def _question(self, frame: Frame) -> str:
        request = frame.read_as(QuestionRequest)
        check_question(request.command)
        return answer(list(request.command))

    def _program(self, frame: Frame) -> str:
        find = _PROGRAMS.get(frame.read_as(ProgramRequest).name)
        if find is None:
            raise RefusedRequest("There is no such program of ours.")
        return find()

    def _graph(self, frame: Frame) -> PlacedGraph:
        graph = frame.read_as(LabelledGraph)
        with compile_queue().place():
            return place_labelled(graph)

    def _osaca(self, frame: Frame) -> object:
        return known_osaca()

    def _wheels(self, frame: Frame) -> FoundWheels:
        return found_for(frame)

    def _wheel_program(self, frame: Frame) -> RunResult:
        return program_run_for(frame)

    def _wheel_driver(self, frame: Frame) -> DriverEnd:
        return driver_run_for(frame)

    def _placed_file(self, frame: Frame) -> str:
        return self._placed.begin_file()

    def _piece_of_file(self, frame: Frame) -> None:
        request = frame.read_as(PieceRequest)
        self._placed.add_to_file(request.path, request.content)

    def _end_of_file(self, frame: Frame) -> None:
        self._placed.end_file(frame.read_as(str))


_Answered = Callable[[ToolAnswers, Frame], object]
_REQUESTS: dict[str, _Answered] = {
    "job": ToolAnswers._job,
    "step back": ToolAnswers._step_back,
    "question": ToolAnswers._question,
    "program": ToolAnswers._program,
    "graph": ToolAnswers._graph,
    "osaca": ToolAnswers._osaca,
    "wheels": ToolAnswers._wheels,
    "program of a wheel": ToolAnswers._wheel_program,
    "driver of a wheel": ToolAnswers._wheel_driver,
    "placed file": ToolAnswers._placed_file,
    "piece of file": ToolAnswers._piece_of_file,
    "end of file": ToolAnswers._end_of_file,
}


class RunCache(ContentCache[RunResult]):
    """Results of compiles and links that were asked for, by the job itself."""

    @staticmethod
    def _size(result: RunResult) -> int:
        files = sum(map(len, result.files.values()))
        return 1024 + len(result.output) + len(result.diagnostics) + files

    @staticmethod
    def _encode(result: RunResult) -> bytes:
        return b"".join(frame_pieces("run", 0, result))

    @staticmethod
    def _decode(content: bytes) -> RunResult:
        try:
            return read_stored(content).read_as(RunResult)
        except BrokenFrame as error:
            raise ValueError("a kept run is damaged") from error

    @staticmethod
    def _as_cached(result: RunResult) -> RunResult:
        return RunResult(
            exit_code=result.exit_code,
            signal_number=result.signal_number,
            limit=result.limit,
            output=result.output,
            diagnostics=result.diagnostics,
            seconds=result.seconds,
            cpu_seconds=result.cpu_seconds,
            peak_bytes=result.peak_bytes,
            files=result.files,
            cached=True,
        )

    @staticmethod
    def _limit_of(result: RunResult) -> str:
        return result.limit or ""


def own_programs() -> dict[str, str]:
    """Paths of what is ours or OSACA's and may be started or read, by name; what is there."""
    paths: dict[str, str] = {}
    for name, find in _PROGRAMS.items():
        with suppress(LoweringLabError):
            paths[name] = find()
    for analyser in known_osaca():
        paths["python"] = analyser.command[0]
        paths |= {f"osaca {number}": path for number, path in enumerate(analyser.readable)}
    return paths


def _key(job: Job) -> str:
    """The same for the same job and the same builds of all that it starts."""
    digest = sha256()
    for piece in frame_pieces("job", 0, job):
        digest.update(piece)
    for path in (job.command[0], *_PARTS_OF_COMPILES):
        digest.update(_mark(path))
    return digest.hexdigest()


def _mark(path: str) -> bytes:
    try:
        status = os.stat(path)
    except OSError:
        return b"\0"
    return f"{os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}\0".encode()


@lru_cache(maxsize=1)
def _runs() -> RunCache:
    return RunCache(results_directory("runs"))


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="tools")
