"""The two passes: copies into fast memory, then the transfer of the next round beside this one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.atlas.mlir.double_buffer.printed import FAST_SPACE, Node, read_printed
from compiler_core.atlas.mlir.double_buffer.walking import Walk
from compiler_core.atlas.mlir.lowering import run_options
from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.records import ThreadedCore
from compiler_core.soc.latency_hiding.replay import Replay, replay

COPIES, PIPELINES = "affine-data-copy-generate", "affine-pipeline-data-transfer"
SKIPPING = "skip-non-unit-stride-loops"
_WARNING = re.compile(r"^[^\n]*?:\d+:\d+: warning: (.*)$", re.MULTILINE)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Replayed:
    """A program as its print is replayed. kinds: types of its buffers in fast memory; most: bytes
    of them in use at once."""

    nodes: tuple[Node, ...]
    run: Replay
    kinds: tuple[str, ...]
    most: int
    transfers: tuple[int, ...]
    """Bytes of each, in order."""


@dataclass(frozen=True, slots=True)
class Passed:
    """What a pass printed. warnings: its own words; replayed: None where it is not, and why."""

    text: str
    warnings: tuple[str, ...]
    replayed: Replayed | None
    unread: str = ""


def copied(program: str, capacity: int, more: str, machine: ThreadedCore) -> Passed:
    """capacity: in KiB; more: `SKIPPING` or nothing. Raises as `run_options`."""
    words = f"generate-dma fast-mem-space={FAST_SPACE} fast-mem-capacity={capacity} {more}"
    return _passed(program, f"--{COPIES}={words.rstrip()}", machine)


def pipelined(program: str, machine: ThreadedCore) -> Passed:
    """program: as the first pass printed it. Raises as `run_options`."""
    return _passed(program, f"--{PIPELINES}", machine)


def _passed(program: str, option: str, machine: ThreadedCore) -> Passed:
    run = run_options(program, (option,))
    warnings = tuple(dict.fromkeys(words[:_LONGEST] for words in _WARNING.findall(run.diagnostics)))
    try:
        return Passed(run.output, warnings, replayed(run.output, machine))
    except InputError as error:
        return Passed(run.output, warnings, None, error.message)


def replayed(text: str, machine: ThreadedCore) -> Replayed:
    """Raises InputError for a program that is not read, or too long."""
    nodes, walk = read_printed(text), Walk(machine=machine)
    run = replay(walk.orders(nodes), machine)
    return Replayed(nodes, run, tuple(walk.kinds), walk.most, tuple(walk.transfers))
