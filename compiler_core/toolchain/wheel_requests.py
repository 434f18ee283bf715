"""Wheels of the atlas for a jailed process: its parent looks for them, and runs them as ever.

Where a reader's own program is compiled, what the compiler left is read in a jailed process, which
may start nothing and does not see where the wheels lie. It names a program or a driver of ours;
which file that is, what it may read and how it is jailed is the parent's to say. An argument has no
path in it, so all that a program is told of lies in the folder in which it starts.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundWheels:
    """As of InstalledWheels."""

    version: str
    folder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelProgramRequest:
    """place: by which `wheel_jobs` knows the program."""

    place: str
    arguments: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverRequest:
    """As of `run_driver`."""

    tool: str
    driver: str
    request: bytes
    """As JSON."""
    memory_bytes: int
    wall_seconds: float
    environment: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEnd:
    """As of a DriverAnswer. answer: as JSON."""

    status: int
    answer: bytes
    files: tuple[tuple[str, bytes], ...]
    errors: str
    timed_out: bool
