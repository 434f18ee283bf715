"""Recorded moments: what a page showed once, for where its tool is not installed.

`script/record_atlas` writes `content/atlas/recorded/PAGE.json`: tool, version, date, command, and a
digest of what the tool was given, so that a moment of another input is refused.
"""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import msgspec

from compiler_core.atlas.records import AtlasPage, PageFinding
from compiler_core.content_files import CONTENT_FOLDER, ContentError

RECORDED_FOLDER = CONTENT_FOLDER / "atlas" / "recorded"


class RecordedMoment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page showed once, for where its tool is not installed."""

    page: str
    """Name of the page that it belongs to."""
    tool: str
    """Whose answer it is, as the page names it: `MLIR`."""
    version: str
    """The tool's, at that time."""
    recorded_on: str
    """The day of the recording as an ISO date: `2026-11-26`."""
    command: str
    """What asks the same again: `lowlab atlas run double-buffer`."""
    inputs: str
    """Digest of the page's input files."""
    finding: PageFinding
    """What the page showed under its usual settings."""


def moment_file(page: AtlasPage, folder: Path = RECORDED_FOLDER) -> Path:
    """Where the page's moment stands, if there is one."""
    return folder / f"{page.name}.json"


def recorded_moment(page: AtlasPage, folder: Path = RECORDED_FOLDER) -> RecordedMoment | None:
    """The page's moment; None where there is none. Raises ContentError for one that is damaged or
    of other inputs."""
    file = moment_file(page, folder)
    if not file.is_file():
        return None
    try:
        moment = msgspec.json.decode(file.read_bytes(), type=RecordedMoment)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(f"{file.name} is no recorded moment: {error}") from error
    if (moment.page, moment.inputs) != (page.name, inputs_digest(page)):
        raise ContentError(f"{file.name} was recorded of other inputs.", "Run script/record_atlas.")
    return moment


def moment_of(page: AtlasPage, command: str, finding: PageFinding, today: date) -> RecordedMoment:
    """What the page shows now, to be kept."""
    return RecordedMoment(
        page=page.name,
        tool=page.tool,
        version=finding.version,
        recorded_on=today.isoformat(),
        command=command,
        inputs=inputs_digest(page),
        finding=finding,
    )


def inputs_digest(page: AtlasPage) -> str:
    """Of the names and contents of the page's input files."""
    digest = hashlib.sha256()
    for file in sorted((CONTENT_FOLDER / "atlas" / page.name / "inputs").glob("*")):
        digest.update(f"{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()
