"""What the server frees goes back to the machine.

For a large block glibc asks the kernel, and gives it back when it is freed; but each one freed
raises the size from which on a block counts as large, up to 32 MiB (mallopt(3), M_MMAP_THRESHOLD).
After a few answers of megabytes the next ones lie between small things that stay, in an arena of
every thread, and their room is lost.
"""

from __future__ import annotations

import ctypes

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
LARGE_BYTES = 1 << 20
ARENAS = 2


def give_back_large_blocks() -> bool:
    """From this size on blocks stay large, in this process; whether its C library can do so."""
    adjust = getattr(ctypes.CDLL(None), "mallopt", None)
    if adjust is None:
        return False
    return adjust(_MMAP_THRESHOLD, LARGE_BYTES) == 1 and adjust(_ARENA_MAX, ARENAS) == 1
