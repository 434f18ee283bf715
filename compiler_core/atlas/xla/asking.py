"""Asking XLA, by way of jax: a program or a network, and all that is printed on its way."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from compiler_core.atlas.networks import NETWORK_PROGRAMS, OwnNetwork, network_bytes
from compiler_core.atlas.records import Settings
from compiler_core.atlas.xla.buffers import BufferAssignment, read_buffers
from compiler_core.atlas.xla.driven import ask_jax, printing_flags
from compiler_core.atlas.xla.dumps import Dumps, read_dumps
from compiler_core.atlas.xla.hlo import plain_text
from compiler_core.atlas.xla.kernels import XlaKernel, read_kernels
from compiler_core.atlas.xla.network import difference_of, jax_request, network_for_jax
from compiler_core.atlas.xla.sharding import DEVICES, ArraySplits, own_splits, splits_of
from compiler_core.errors import InputError

NETWORK = "network"
_ASSIGNMENT, _ALIVE = "-buffer-assignment.txt", "-live-range.txt"
_ONE_DEVICE = "one"


class Compiled(msgspec.Struct, frozen=True):
    """What both drivers print. difference: of a network it is found here."""

    version: str
    stablehlo: str
    hlo: str
    flops: float
    difference: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class XlaRun:
    """One compilation."""

    version: str
    """The one of jax, which brings XLA."""
    stablehlo: str
    """What jax handed over."""
    dumps: Dumps
    """HLO as XLA printed it, at first and behind each pass."""
    text: str
    """HLO behind all passes."""
    kernels: tuple[XlaKernel, ...]
    """Those that the compiled program calls."""
    buffers: BufferAssignment
    """Where XLA puts the values, on one device."""
    flops: float
    """Floating-point operations of one device, as XLA counts them."""
    network: OwnNetwork | None
    """None for a program."""
    difference: float
    """From the result of numpy or ONNX Runtime, of its largest element."""


def compile_program(settings: Settings) -> XlaRun:
    """Raises InputError and ToolMissing, as `ask_jax` and `network_for_jax`."""
    content = _network(settings)
    if content:
        return _compiled_network(content, settings)
    splits = _splits(settings)
    environment = printing_flags(_left_out(settings), 1 if splits.arrays is None else DEVICES)
    said, files = ask_jax("xla_dump", _request(settings, splits), Compiled, environment)
    return _run(said, files, None, said.difference)


def _network(settings: Settings) -> bytes:
    """A reader's own, or the one that is chosen; empty for a program."""
    if settings[NETWORK]:
        return b64decode(settings[NETWORK])
    name = settings["program"]
    return network_bytes(name) if name in dict(NETWORK_PROGRAMS) else b""


def _compiled_network(content: bytes, settings: Settings) -> XlaRun:
    if is_split(settings) and not settings[NETWORK]:
        raise InputError(
            "A network runs on one device here; only a program of the list can be split.",
            "Choose one device, or another program.",
        )
    network = network_for_jax(content)
    environment = printing_flags(_left_out(settings), 1)
    said, files = ask_jax("xla_network", jax_request(network), Compiled, environment)
    return _run(said, files, network, difference_of(network, files))


def _run(
    said: Compiled, files: Mapping[str, bytes], network: OwnNetwork | None, difference: float
) -> XlaRun:
    return XlaRun(
        version=said.version,
        stablehlo=said.stablehlo.strip("\n"),
        dumps=read_dumps(files),
        text=plain_text(said.hlo),
        kernels=read_kernels(said.hlo),
        buffers=read_buffers(_file(files, _ASSIGNMENT), _file(files, _ALIVE)),
        flops=said.flops,
        network=network,
        difference=difference,
    )


def _left_out(settings: Settings) -> list[str]:
    return [] if settings["without"] == "none" else settings["without"].split("+")


def _request(settings: Settings, splits: ArraySplits) -> dict[str, object]:
    return {
        "program": settings["program"],
        "sizes": {name: int(settings[name]) for name in ("rows", "width", "columns")},
        "splits": splits.arrays,
        "result": splits.result,
    }


def is_split(settings: Settings) -> bool:
    """Whether a program is split over devices."""
    return bool(settings["axes"]) or settings["split"] != _ONE_DEVICE


def _splits(settings: Settings) -> ArraySplits:
    if settings["axes"]:
        return own_splits(settings["program"], settings["axes"])
    return splits_of(settings["program"], settings["split"])


def _file(files: Mapping[str, bytes], ending: str) -> str:
    """The one of this ending; "" where there is none."""
    contents = [content for name, content in files.items() if name.endswith(ending)]
    return contents[0].decode("utf-8", "replace") if contents else ""
