"""What each system made of the usual block, recorded: `content/atlas/recorded/one-block`.

`script/record_atlas` writes a file for each system that can be asked where it runs.
"""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import msgspec

from compiler_core.atlas.one_block.block import USUAL
from compiler_core.atlas.one_block.records import BlockCut
from compiler_core.atlas.one_block.stablehlo import stablehlo_of
from compiler_core.atlas.recorded import RECORDED_FOLDER
from compiler_core.content_files import ContentError

FOLDER = RECORDED_FOLDER / "one-block"


class CutMoment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """recorded_on: an ISO date. command: that asks for the same. inputs: digest of the block."""

    system: str
    recorded_on: str
    command: str
    inputs: str
    cut: BlockCut


def recorded_cut(system: str, folder: Path = FOLDER) -> CutMoment | None:
    """None where there is none. Raises ContentError for one that is damaged or of another block."""
    file = folder / f"{system}.json"
    if not file.is_file():
        return None
    try:
        moment = msgspec.json.decode(file.read_bytes(), type=CutMoment)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(f"{file.name} is no recorded cut: {error}") from error
    if (moment.system, moment.inputs) != (system, block_digest()):
        raise ContentError(
            f"{file.name} was recorded of another block.", "Run script/record_atlas."
        )
    return moment


def write_cut(system: str, command: str, cut: BlockCut, today: date, folder: Path = FOLDER) -> Path:
    """Where it was left."""
    moment = CutMoment(system, today.isoformat(), command, block_digest(), cut)
    file = folder / f"{system}.json"
    folder.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(moment), indent=1) + b"\n")
    return file


def block_digest() -> str:
    """Of the usual block's program, sizes included."""
    return hashlib.sha256(stablehlo_of(USUAL)[0].encode()).hexdigest()
