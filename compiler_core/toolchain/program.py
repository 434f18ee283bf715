"""What is built and what came of it: plain data, and the cache that keeps it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from compiler_core.source import SourceFile
from compiler_core.toolchain.content_cache import ContentCache
from compiler_core.toolchain.outcome import Status


@dataclass(frozen=True, slots=True)
class Unit:
    """One source file of a program.

    flags have passed `parse_flags` (they are checked again); own_flags are ours, never a user's
    text, and come after them. files: names and bytes placed beside the source, a profile for
    instance.
    """

    source: SourceFile
    flags: tuple[str, ...]
    own_flags: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A linked program, an object file, or why there is none. A rejected source is no error."""

    status: Status
    """`ok`, `rejected`, `crashed` or `limited`; see `Outcome.status`."""
    message: str
    """Plain words for the user unless ok."""
    limit: str
    """Name of the limit that ended a compiler or the linker, empty without one."""
    diagnostics: str
    """What compilers and linker said, capped at 256 KiB each."""
    executable: bytes
    """The file's bytes unless not ok."""
    commands: tuple[tuple[str, ...], ...]
    """What to type at home for the same file, in order."""
    seconds: float
    """Wall time of the runs that made it, those of its parts included."""
    cached: bool = False
    """Whether it is kept from an earlier run of the same job."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"


class ProgramCache(ContentCache[Program]):
    """Programs and object files; on disk a line of JSON and the bytes."""

    @staticmethod
    def _size(result: Program) -> int:
        return 1024 + len(result.executable) + len(result.diagnostics)

    @staticmethod
    def _encode(result: Program) -> bytes:
        record = asdict(replace(result, executable=b""))
        del record["executable"]
        return json.dumps(record).encode() + b"\n" + result.executable

    @staticmethod
    def _decode(content: bytes) -> Program:
        head, _, executable = content.partition(b"\n")
        record = json.loads(head)
        commands = tuple(tuple(command) for command in record["commands"])
        return Program(**{**record, "commands": commands, "executable": executable})

    @staticmethod
    def _as_cached(result: Program) -> Program:
        return replace(result, cached=True)

    @staticmethod
    def _limit_of(result: Program) -> str:
        return result.limit
