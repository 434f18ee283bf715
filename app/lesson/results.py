"""What lessons showed last of runs of models, kept on disk.

A run may fail tomorrow that went well today: a tool is gone, the machine is full. The lesson then
shows what it showed last, with the date, beside the reason.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from app.drawing.scenes.record import Scene
from app.settings import settings
from compiler_core.claims.claim import ClaimResult
from compiler_core.pipelines.model_runs import ShippedRun, last_event, run_folder
from compiler_core.toolchain.state import write_atomically

FOLDER = "lesson-results"
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class KeptScene:
    """date: when it was drawn last, as `26 November 2026`."""

    date: str
    scene: Scene


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """date: when the claim was checked last."""

    date: str
    result: ClaimResult


def keep_scene(name: str, scene: Scene) -> None:
    """name: of the scene in lessons."""
    _write(f"scene-{name}", KeptScene(_today(), scene))


def kept_scene(name: str) -> KeptScene | None:
    """None where it was never drawn here."""
    return _read(f"scene-{name}", KeptScene)


def keep_verdict(result: ClaimResult) -> None:
    """Of a claim that was checked."""
    _write(f"claim-{result.lesson}-{result.id}", KeptVerdict(_today(), result))


def kept_verdict(result: ClaimResult) -> KeptVerdict | None:
    """Of the same claim, when it was checked last; None where it never was here."""
    return _read(f"claim-{result.lesson}-{result.id}", KeptVerdict)


def failure_of(wanted: Iterable[ShippedRun]) -> str:
    """Why the first of these runs that failed did; "" where none did."""
    ends = (last_event(run_folder(run)) for run in wanted)
    return next((end.text for end in ends if end is not None and end.kind == "failed"), "")


def _today() -> str:
    now = time.localtime()
    return f"{now.tm_mday} {time.strftime('%B %Y', now)}"


def _place(name: str) -> Path:
    return settings().state / FOLDER / f"{name}.json"


def _write(name: str, record: object) -> None:
    write_atomically(_place(name), msgspec.json.encode(record))


def _read(name: str, kind: type[Kept]) -> Kept | None:
    """None also for what an earlier version wrote in another form."""
    try:
        return msgspec.json.decode(_place(name).read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        return None
