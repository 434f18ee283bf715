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
    """Name of a `WheelTool`."""
    driver: str
    """Name of a driver of `driver_files`."""
    request: bytes
    """What the driver is asked, as JSON."""
    memory_bytes: int
    """Of address space."""
    wall_seconds: float
    """On the clock."""
    environment: tuple[tuple[str, str], ...]
    """Variables besides those that each driver gets: pairs of name and value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEnd:
    """As of a DriverAnswer. answer: as JSON."""

    status: int
    answer: bytes
    files: tuple[tuple[str, bytes], ...]
    errors: str
    timed_out: bool
