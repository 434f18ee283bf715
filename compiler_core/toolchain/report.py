"""The launcher's report of one job; its form is described in `launcher/job.c`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How the program ended, what it used, and the files it left."""

    exit_code: int | None
    """None after a signal, or when there were too many files."""
    signal_number: int | None
    """None when the program ended by itself."""
    cpu_seconds: float
    """Of the program and its children, user and system together."""
    peak_bytes: int
    """The most memory that the program and its children took."""
    files: dict[str, bytes]
    """What it left in its work directory, by name."""
    too_many_files: bool = False
    """The launcher ended it for the number of its files."""


def parse_report(content: bytes) -> Report | None:
    """None when the report is missing or cut off."""
    end = content.find(b"\n")
    words = content[: max(end, 0)].decode("ascii", "replace").split()
    if len(words) != 6 or words[0] != "end":
        return None
    files = _parse_files(content, end + 1)
    if files is None:
        return None
    number, user, system, peak = (int(word) for word in words[2:])
    exited = words[1] == "exit"
    return Report(
        exit_code=number if exited else None,
        signal_number=None if exited else number,
        cpu_seconds=(user + system) / 1e6,
        peak_bytes=peak * 1024,
        files=files,
        too_many_files=words[1] == "files",
    )


def _parse_files(content: bytes, position: int) -> dict[str, bytes] | None:
    """By offsets: cutting the rest anew for each of 200 dumps would copy gigabytes."""
    files: dict[str, bytes] = {}
    while content.startswith(b"file ", position):
        line_end = content.find(b"\n", position)
        if line_end < 0:
            return None
        _, size, name = content[position:line_end].decode("utf-8", "replace").split(" ", 2)
        position = line_end + 1 + int(size)
        files[name] = content[line_end + 1 : position]
    return files if content[position:] == b"done\n" else None
