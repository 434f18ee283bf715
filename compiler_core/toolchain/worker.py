"""A Python process of our own that reads a stranger's model: jailed, with one folder to write.

Libraries that read models are written in C++, and what reads a file may be taken over by it. In a
process apart, in the jail, it reaches the model, its folder and our own code; compilers and the
emulator it asks for, see `tool_requests`. A reader who gives up costs nothing further. This is the
parent's side; the process's own is `worker_process`.
"""

from __future__ import annotations

import compileall
import os
import re
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Event

from compiler_core.asker import Asker, current_asker, working_for
from compiler_core.toolchain.discovery import stored_answers
from compiler_core.toolchain.jailed_process import (
    PROJECT,
    EndReason,
    JailedProcess,
    ProcessEnded,
    ProcessRoom,
)
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.tool_rules import ToolRules
from compiler_core.toolchain.worker_process import ENDED, GRACE_SECONDS, WorkerLimits

_LOOK_SECONDS = 1.0
_MOST_FILES = 2000
# By which libraries choose the code for this processor.
_PROCESSOR = (Path("/proc/cpuinfo"), Path("/sys/devices/system/cpu"))
# Programs of a model are ours: they may take longer, and hold a whole model.
_TOOL_LIMITS = Limits(
    cpu_seconds=300,
    wall_seconds=600.0,
    memory_bytes=12 << 30,
    file_bytes=1 << 30,
    total_file_bytes=2 << 30,
    diagnostics_bytes=24 << 20,
    output_bytes=16 << 20,
    collect_bytes=256 << 20,
)
# ONNX Runtime warns that it finds no graphics cards and keeps no number for this computer: it may
# not, and neither is wanted.
_WARNING = re.compile(r"^.*\[W:onnxruntime:.*\n?", re.MULTILINE)
_REASONS: dict[EndReason, str] = {"processor": "cpu", "wall": "wall"}


@dataclass(frozen=True, slots=True)
class WorkerRoom:
    """What a worker is given. folder: where it leaves what it makes, its only argument. readable:
    files and folders besides our own code, such as the model."""

    folder: Path
    readable: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkerEnd:
    """How a worker ended. ok: by itself, with its work done. reason: "", "wall", "cancelled",
    "cpu", "disk" or "died". words: the end of what it wrote to standard error, for the log."""

    ok: bool
    reason: str
    words: str


def run_worker(module: str, room: WorkerRoom, limits: WorkerLimits, cancelled: Event) -> WorkerEnd:
    """Run `python -m module FOLDER` in the jail to its end, its limit, or until it is cancelled.

    What it asked for ends with it, and it ends with this thread. Raises JailBroken and ToolMissing
    as the jail does.
    """
    watch = _Watch(room.folder, limits, cancelled)
    with working_for(watch), JailedProcess(_process_room(module, room, limits)) as process:
        try:
            frame = process.receive()
        except ProcessEnded as ended:
            reason = watch.reason or _REASONS.get(ended.reason, "died")
            return WorkerEnd(False, reason, _WARNING.sub("", ended.words))
        ok = frame.kind == ENDED
        return WorkerEnd(ok, "" if ok else "died", _WARNING.sub("", process.words))


def _process_room(module: str, room: WorkerRoom, limits: WorkerLimits) -> ProcessRoom:
    return model_room(
        ProcessRoom(
            module=module,
            arguments=(str(room.folder),),
            memory_bytes=limits.address_bytes,
            cpu_seconds=limits.cpu_seconds + GRACE_SECONDS,
            wall_seconds=limits.wall_seconds,
            file_bytes=limits.file_bytes,
            readable=tuple(map(str, room.readable)),
            writable=str(room.folder),
            own_seconds=limits.wall_seconds,
        )
    )


def model_room(room: ProcessRoom) -> ProcessRoom:
    """A room for what compiles and runs a model: with our compilers' names, this processor's, and
    the limits that programs of models have. The same things are computed in it each time."""
    _compile_modules()
    return replace(
        room,
        numpy_threads=2,
        files=(*room.files, stored_answers()),
        readable=(*map(str, filter(Path.exists, _PROCESSOR)), *room.readable),
        environment=(*room.environment, "LOWLAB_STATE=.", "PYTHONHASHSEED=0"),
        rules=ToolRules(_TOOL_LIMITS),
    )


class _Watch(Asker):
    """Leaves when the worker has to end. reason: why, once that is so."""

    def __init__(self, folder: Path, limits: WorkerLimits, cancelled: Event) -> None:
        self._outer = current_asker()
        super().__init__(self._outer.client)
        self._folder, self._limits, self._cancelled = folder, limits, cancelled
        self._deadline = time.monotonic() + limits.wall_seconds
        self._next_look = 0.0
        self.reason = ""

    @property
    def has_left(self) -> bool:
        self.reason = self.reason or self._found()
        return self.reason != ""

    def _found(self) -> str:
        now = time.monotonic()
        if self._cancelled.is_set() or self._outer.has_left:
            return "cancelled"
        if now > self._deadline:
            return "wall"
        if now > self._next_look:
            self._next_look = now + _LOOK_SECONDS
            if _is_full(self._folder, self._limits.folder_bytes):
                return "disk"
        return ""


def _is_full(folder: Path, limit: int) -> bool:
    """Whether the folder holds more files or bytes than it may; links are not followed."""
    files, size = 0, 0
    for directory, folders, names in os.walk(folder):
        files += len(folders) + len(names)
        if files > _MOST_FILES:
            return True
        for name in names:
            try:
                size += os.lstat(os.path.join(directory, name)).st_blocks * 512
            except FileNotFoundError:
                continue
    return size > limit


@lru_cache(maxsize=1)
def _compile_modules() -> None:
    """Our modules as bytecode: a jailed interpreter may not leave it for the next one."""
    compileall.compile_dir(PROJECT / "compiler_core", quiet=2)
