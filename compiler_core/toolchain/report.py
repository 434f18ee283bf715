"""The launcher's report of one job; its form is described in `launcher/job.c`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """How the program ended, what it used, and the files it left."""

    exit_code: int | None
    signal_number: int | None
    cpu_seconds: float
    peak_bytes: int
    files: dict[str, bytes]


def parse_report(content: bytes) -> Report | None:
    """None when the report is missing or cut off."""
    line, newline, rest = content.partition(b"\n")
    words = line.decode("ascii", "replace").split()
    if not newline or len(words) != 6 or words[0] != "end":
        return None
    files = _parse_files(rest)
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
    )


def _parse_files(content: bytes) -> dict[str, bytes] | None:
    files: dict[str, bytes] = {}
    while content.startswith(b"file "):
        line, _, rest = content.partition(b"\n")
        _, size, name = line.decode("utf-8", "replace").split(" ", 2)
        files[name], content = rest[: int(size)], rest[int(size) :]
    return files if content == b"done\n" else None
