"""The same step elsewhere: what other tools document for a stage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from app.model_runs.tracks import TRACKS, Track
from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_file

FOLDER = CONTENT_FOLDER / "models"
FILES = {"graph": "elsewhere.yaml", "language": "elsewhere-language.yaml"}


@dataclass(frozen=True, slots=True)
class ElsewhereCommand:
    """A command as documented at source; it is not run here."""

    stage: str
    tool: str
    command: str
    does: str
    source: str


def elsewhere(track: Track, stage: str) -> tuple[ElsewhereCommand, ...]:
    """Commands of the stage, in the order of the file. Raises ContentError."""
    return tuple(command for command in all_commands(track) if command.stage == stage)


@lru_cache(maxsize=len(TRACKS))
def all_commands(track: Track) -> tuple[ElsewhereCommand, ...]:
    """All commands of a track."""
    path = FOLDER / FILES[track.name]
    commands = read_file(path, tuple[ElsewhereCommand, ...])
    for command in commands:
        if command.stage not in track.stage_names or not command.source.startswith("https://"):
            raise ContentError(f"{path.name}: {command.tool} has no stage or source.")
    return commands
