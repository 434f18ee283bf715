"""The same step elsewhere: what other tools document for a stage."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_list,
)
from compiler_core.graph.stages import STAGE_NAMES

COMMANDS = CONTENT_FOLDER / "models" / "elsewhere.yaml"


@dataclass(frozen=True, slots=True)
class ElsewhereCommand:
    """A command as documented at source; it is not run here."""

    stage: str
    tool: str
    command: str
    does: str
    source: str


def elsewhere(stage: str) -> tuple[ElsewhereCommand, ...]:
    """Commands of the stage, in the order of the file. Raises ContentError."""
    return tuple(one for one in _all() if one.stage == stage)


@lru_cache(maxsize=1)
def _all() -> tuple[ElsewhereCommand, ...]:
    return tuple(_command(entry) for entry in read_list(COMMANDS))


def _command(entry: object) -> ElsewhereCommand:
    names = {one.name for one in fields(ElsewhereCommand)}
    table = checked_mapping(COMMANDS.name, entry, names, names)
    made = ElsewhereCommand(
        **{name: checked_text(COMMANDS.name, table[name]) for name in sorted(names)}
    )
    if made.stage not in STAGE_NAMES or not made.source.startswith("https://"):
        raise ContentError(f"{COMMANDS.name}: {made.tool} has no stage or source.")
    return made
