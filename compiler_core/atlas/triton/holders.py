"""Which thread holds which numbers of a block: the formula of a blocked layout of one axis.

Numbers go to threads in groups that lie side by side, thread after thread through all warps, and
begin again with the first thread. A block that is smaller than all threads together is held more
than once. Source: Triton's documentation, "TritonGPUDialect", blocked layouts.
"""

from __future__ import annotations

from compiler_core.atlas.triton.forms import BlockedLayout


def held_by(layout: BlockedLayout, thread: int, block: int) -> tuple[tuple[int, ...], ...]:
    """Groups of numbers, each side by side. layout: of one axis."""
    size = layout.of_a_thread
    span = size * layout.threads[0] * layout.warps[0]
    return tuple(
        tuple((start + thread * size + at) % block for at in range(size))
        for start in range(0, block, span)
    )


def holder_lines(layout: BlockedLayout, block: int) -> tuple[str, ...]:
    """A few threads: of the first warp the first three and the last, and the first of the next."""
    warp = layout.threads[0]
    threads = [0, 1, 2, warp - 1] + ([warp] if layout.warps[0] > 1 else [])
    return tuple(
        f"thread {thread} of warp {thread // warp}: "
        + " · ".join(" ".join(map(str, group)) for group in held_by(layout, thread, block))
        for thread in threads
    )
