"""What Polygraphy says of a network: asked where it is installed, else as it was recorded."""

from __future__ import annotations

import base64
import re
from functools import cache, lru_cache

import msgspec

from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

RECORD_FILE = CONTENT_FOLDER / "atlas" / "tensorrt" / "polygraphy.json"
_TOOL, _DRIVER = "polygraphy", "polygraphy_inspect"
_WALL_SECONDS = 120.0
_NODES = re.compile(r"---- (\d+) Node\(s\)")
_MISSING = re.compile(r"Module: '(\w+)' is required")
_NOTE = re.compile(r"^\[W\] 'colored' module.*\n", re.MULTILINE)


class CommandEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a command ended, and what it printed."""

    status: int
    said: str


class Inspection(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Polygraphy of one network. recorded_on: "" for one of now."""

    version: str
    inspected: CommandEnd
    converted: CommandEnd
    recorded_on: str = ""

    @property
    def nodes(self) -> int:
        """Of the file, as it counts them; 0 where it says nothing of them."""
        match = _NODES.search(self.inspected.said)
        return int(match[1]) if match else 0

    @property
    def misses(self) -> str:
        """The module without which it converts nothing; "none" where it does."""
        match = _MISSING.search(self.converted.said)
        return match[1] if match else "none"


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    inspected: CommandEnd
    converted: CommandEnd


def inspection_of(name: str, network: bytes) -> tuple[Inspection, str]:
    """The inspection, and what installs Polygraphy where it was recorded earlier. name: of a
    network that ships. Raises InputError where Polygraphy comes to no end."""
    try:
        return inspected_now(network), ""
    except ToolMissing as missing:
        return recorded_inspections()[name], missing.advice


@cache
def recorded_inspections() -> dict[str, Inspection]:
    """By network, as `script/record_atlas` left them. Raises ContentError."""
    try:
        return msgspec.json.decode(RECORD_FILE.read_bytes(), type=dict[str, Inspection])
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(
            f"{RECORD_FILE.name} is no record of Polygraphy: {error}", "Run script/record_atlas."
        ) from error


def inspected_now(network: bytes) -> Inspection:
    """Raises ToolMissing, and InputError where it comes to no end."""
    return _inspected(network, find_wheels(_TOOL).version)


@lru_cache(maxsize=8)
def _inspected(network: bytes, version: str) -> Inspection:
    request = {"network": base64.b64encode(network).decode()}
    answer = run_driver(_TOOL, _DRIVER, request, wall_seconds=_WALL_SECONDS)
    said = _said(answer, version)
    return Inspection(
        version=version, inspected=_plain(said.inspected), converted=_plain(said.converted)
    )


def _said(answer: DriverAnswer, version: str) -> _Said:
    if answer.timed_out:
        raise InputError(f"Polygraphy {version} did not end within {_WALL_SECONDS:.0f} s.")
    try:
        return msgspec.convert(answer.answer, _Said)
    except msgspec.ValidationError as error:
        raise InputError(
            f"Polygraphy {version} ended with status {answer.status} and no answer.", str(error)
        ) from error


def _plain(end: CommandEnd) -> CommandEnd:
    """Without the advice on colours."""
    return CommandEnd(end.status, _NOTE.sub("", end.said).strip())
