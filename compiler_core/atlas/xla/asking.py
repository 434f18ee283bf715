"""Asking XLA, by way of jax: one program, and all that is printed on its way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from compiler_core.atlas.records import Settings
from compiler_core.atlas.xla.buffers import BufferAssignment, read_buffers
from compiler_core.atlas.xla.driven import ask_jax
from compiler_core.atlas.xla.dumps import Dumps, read_dumps
from compiler_core.atlas.xla.hlo import plain_text
from compiler_core.atlas.xla.sharding import ArraySplits, own_splits, splits_of

_ASSIGNMENT, _ALIVE = "-buffer-assignment.txt", "-live-range.txt"


class _Compiled(msgspec.Struct, frozen=True):
    """What `drivers/xla_dump.py` prints."""

    version: str
    stablehlo: str
    hlo: str
    flops: float
    difference: float


@dataclass(frozen=True, slots=True, kw_only=True)
class XlaRun:
    """One compilation. stablehlo: what jax handed over; text: HLO behind all passes; flops: of a
    device, as XLA counts them; difference: from numpy's result, of its largest element."""

    version: str
    stablehlo: str
    dumps: Dumps
    text: str
    buffers: BufferAssignment
    flops: float
    difference: float


def compile_program(settings: Settings) -> XlaRun:
    """Raises InputError and ToolMissing, as `ask_jax`."""
    said, files = ask_jax("xla_dump", _request(settings), _Compiled)
    return XlaRun(
        version=said.version,
        stablehlo=said.stablehlo.strip("\n"),
        dumps=read_dumps(files),
        text=plain_text(said.hlo),
        buffers=read_buffers(_file(files, _ASSIGNMENT), _file(files, _ALIVE)),
        flops=said.flops,
        difference=said.difference,
    )


def _request(settings: Settings) -> dict[str, object]:
    splits = _splits(settings)
    return {
        "program": settings["program"],
        "sizes": {name: int(settings[name]) for name in ("rows", "width", "columns")},
        "splits": splits.arrays,
        "result": splits.result,
        "left_out": [] if settings["without"] == "none" else settings["without"].split("+"),
    }


def _splits(settings: Settings) -> ArraySplits:
    if settings["axes"]:
        return own_splits(settings["program"], settings["axes"])
    return splits_of(settings["program"], settings["split"])


def _file(files: Mapping[str, bytes], ending: str) -> str:
    """The one of this ending; "" where there is none."""
    found = [content for name, content in files.items() if name.endswith(ending)]
    return found[0].decode("utf-8", "replace") if found else ""
