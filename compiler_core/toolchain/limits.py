"""Every limit of a jailed run: its number, and the plain words a user reads when it ends a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LimitName = Literal[
    "cpu", "wall", "memory", "processes", "file size", "total size", "diagnostics", "output"
]

CPU_SECONDS = 10
WALL_SECONDS = 15.0
MEMORY_BYTES = 1 << 30
PROCESSES = 64
FILE_BYTES = 16 << 20
TOTAL_FILE_BYTES = 64 << 20
DIAGNOSTICS_BYTES = 256 << 10
OUTPUT_BYTES = 8 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one jailed run may use.

    cpu_seconds and memory_bytes count per process, processes and total_file_bytes for the whole
    run; diagnostics_bytes and output_bytes cap standard error and standard output. collect_bytes is
    how much of the files left in the work directory comes back (0: none).
    """

    cpu_seconds: int = CPU_SECONDS
    """Of the processor, for each process."""
    wall_seconds: float = WALL_SECONDS
    """On the clock, for the whole run."""
    memory_bytes: int = MEMORY_BYTES
    """Of address space, for each process."""
    processes: int = PROCESSES
    """Processes and threads of the whole run."""
    file_bytes: int = FILE_BYTES
    """Of the largest file."""
    total_file_bytes: int = TOTAL_FILE_BYTES
    """Of all files of the run together."""
    diagnostics_bytes: int = DIAGNOSTICS_BYTES
    """Of standard error."""
    output_bytes: int = OUTPUT_BYTES
    """Of standard output."""
    collect_bytes: int = 0
    """Of files left in the work directory, how much comes back; 0 for none."""


COMPILE_LIMITS = Limits()
# Memory is counted as address space: of the 1 GiB the emulator takes 288 MiB for itself.
RUN_LIMITS = Limits(
    processes=8,
    file_bytes=64 << 20,
    total_file_bytes=96 << 20,
    diagnostics_bytes=64 << 10,
    output_bytes=1 << 20,
    collect_bytes=96 << 20,
)


def explain_limit(name: LimitName, limits: Limits = COMPILE_LIMITS) -> str:
    """What this limit of a compile is and what to do about it, for the user."""
    return _filled(_EXPLANATIONS[name], limits)


def explain_run_limit(name: LimitName, limits: Limits = RUN_LIMITS) -> str:
    """The same for a limit that a user's own program met."""
    return _filled(_RUN_EXPLANATIONS[name], limits)


def _filled(sentence: str, limits: Limits) -> str:
    return sentence.format(
        cpu=limits.cpu_seconds,
        wall=f"{limits.wall_seconds:g}",
        memory=_size(limits.memory_bytes),
        processes=limits.processes,
        file=_size(limits.file_bytes),
        total=_size(limits.total_file_bytes),
        diagnostics=_size(limits.diagnostics_bytes),
        output=_size(limits.output_bytes),
    )


_EXPLANATIONS: dict[LimitName, str] = {
    "cpu": (
        "The compiler used more than {cpu} s of processor time and was stopped. "
        "Look for macros or templates that multiply, or ask for less unrolling."
    ),
    "wall": (
        "The compiler did not finish within {wall} s and was stopped. "
        "Try again in a moment; if it happens again, make the source smaller."
    ),
    "memory": (
        "The compiler needed more than {memory} of memory and was stopped. "
        "Look for huge initialised arrays, deep nesting, or macros that multiply."
    ),
    "processes": (
        "The compiler tried to start more processes than the {processes} allowed and was stopped. "
        "Try simpler flags."
    ),
    "file size": (
        "The compiler tried to write a file larger than {file} and was stopped. "
        "Look for huge initialised arrays."
    ),
    "total size": (
        "The compiler filled its work directory of {total} and was stopped. "
        "Make the source smaller, or ask for fewer dumps."
    ),
    "diagnostics": (
        "The compiler printed more than {diagnostics} of messages and was stopped. "
        "Repair the first error; most others usually follow from it."
    ),
    "output": (
        "The assembly is longer than {output}, so it is not shown. "
        "Look for huge initialised arrays, or paste only the loop and what it needs."
    ),
}
_RUN_EXPLANATIONS: dict[LimitName, str] = {
    "cpu": (
        "Your program did not end in {cpu} s of processor time and was stopped. It may never end: "
        "look for a loop whose condition never becomes false."
    ),
    "wall": (
        "Your program did not end in {wall} s and was stopped. It may never end: look for a loop "
        "whose condition never becomes false, or for something that it waits for."
    ),
    "memory": (
        "Your program needs more memory than it may have ({memory}, emulator included), so it "
        "was stopped. Look for an array that is too large, or for an allocation that grows."
    ),
    "processes": (
        "Your program tried to start more than the {processes} processes and threads allowed and "
        "was stopped. Keep to one thread."
    ),
    "file size": ("Your program wrote a file larger than {file} and was stopped. Write less."),
    "total size": (
        "Your program filled its work directory of {total} and was stopped. Write less."
    ),
    "diagnostics": (
        "Your program printed more than {diagnostics} to standard error and was stopped. "
        "Print less."
    ),
    "output": (
        "Your program printed more than {output} and was stopped. Print less, or nothing inside "
        "the loop."
    ),
}


def _size(count: int) -> str:
    for unit, scale in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= scale:
            return f"{count / scale:g} {unit}"
    return f"{count} bytes"
