"""Some moments of a recording in one piece, for scripts that scrub through it."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.step_frame import FrameView


@dataclass(frozen=True, slots=True)
class FramesPage:
    """The moments, in order."""

    frames: tuple[FrameView, ...]
