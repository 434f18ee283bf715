"""From the order of the kernels to the time each tensor is needed.

A tensor is needed from the kernel that writes it to the last one that reads it. Time counts
kernels: two tensors may share memory when no kernel needs both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler_core.errors import InputError
from compiler_core.graph.records import Buffer, FusedGroup

_SCRATCH = "scratch of "


def buffers_of(
    groups: tuple[FusedGroup, ...],
    sizes: Mapping[str, int],
    inputs: Iterable[str] = (),
    outputs: Iterable[str] = (),
    in_place: Mapping[str, str] | None = None,
    scratch: Mapping[str, int] | None = None,
    inside: Mapping[str, tuple[str, int]] | None = None,
) -> tuple[Buffer, ...]:
    """One buffer for each tensor between kernels, for the graph's ends, and for scratch memory.

    groups: in the order of execution. sizes: bytes by value. inputs and outputs: of the graph; an
    input is there from the first kernel, an output stays to the last. in_place: from an output to
    the input whose memory it takes over. scratch: bytes by group name, needed while it runs.
    inside: from a part to the whole that it lies in and its first byte there; the whole is then
    needed as long as any of its parts, and what this forbids to share memory does not share it.
    Raises InputError when a group reads what nobody wrote before it.
    """
    written = _first_writes(groups, inputs)
    _check_order(groups, written)
    last = _last_reads(groups, written, frozenset(outputs))
    parts = inside or {}
    for name, (whole, _) in parts.items():
        written[whole] = min(written[whole], written[name])
        last[whole] = max(last[whole], last[name])
    taken = _still_legal(in_place or {}, parts, written, last)
    tensors = [
        Buffer(name, sizes[name], first, last[name], taken.get(name, ""), *parts.get(name, ("", 0)))
        for name, first in written.items()
    ]
    return (*tensors, *_scratch_buffers(groups, scratch or {}))


def _still_legal(
    in_place: Mapping[str, str],
    parts: Mapping[str, tuple[str, int]],
    first: Mapping[str, int],
    last: Mapping[str, int],
) -> dict[str, str]:
    """Without what has its place inside a whole, and wholes that are needed for longer."""
    return {
        taker: given
        for taker, given in in_place.items()
        if not {taker, given} & parts.keys() and last[given] <= first[taker]
    }


def _first_writes(groups: tuple[FusedGroup, ...], inputs: Iterable[str]) -> dict[str, int]:
    written = dict.fromkeys(inputs, 0)
    for kernel, group in enumerate(groups):
        for name in group.outputs:
            written[name] = kernel
    return written


def _check_order(groups: tuple[FusedGroup, ...], written: Mapping[str, int]) -> None:
    produced = {name: kernel for kernel, group in enumerate(groups) for name in group.outputs}
    for kernel, group in enumerate(groups):
        for name in group.inputs:
            if name not in written or produced.get(name, -1) >= kernel:
                raise InputError(
                    f"The kernel {group.name} reads {name} before anything wrote it.",
                    "Give the groups in an order of execution.",
                )


def _last_reads(
    groups: tuple[FusedGroup, ...], written: Mapping[str, int], outputs: frozenset[str]
) -> dict[str, int]:
    last = dict(written)
    for kernel, group in enumerate(groups):
        for name in group.inputs:
            last[name] = max(last[name], kernel)
    for name in outputs & last.keys():
        last[name] = max(len(groups) - 1, 0)
    return last


def _scratch_buffers(groups: tuple[FusedGroup, ...], scratch: Mapping[str, int]) -> list[Buffer]:
    return [
        Buffer(scratch_name(group), scratch[group.name], kernel, kernel)
        for kernel, group in enumerate(groups)
        if scratch.get(group.name, 0) > 0
    ]


def scratch_name(group: FusedGroup) -> str:
    """The name under which a plan holds a kernel's working memory."""
    return f"{_SCRATCH}{group.name}"


def is_scratch(buffer: Buffer) -> bool:
    """Whether it is memory that one kernel needs while it runs, and no value."""
    return buffer.name.startswith(_SCRATCH)
