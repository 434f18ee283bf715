"""Amounts of bytes in words, on pages and on the command line.

What lies in a memory is counted as memories are built, in powers of 1,024; speeds are counted as
buses are sold, in powers of ten: a byte count that must be checked by hand is written out instead.
"""

from __future__ import annotations

_STEP = 1024
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")
# From here on three digits would say 1,000 or less of it than whole digits do.
_WHOLE = 999.5
# Below it, one digit after the point is fewer than three.
_SHORT, _LONG = 10.0, 1000


def size_text(size: float) -> str:
    """`1 byte`, `812 bytes`, `13.2 KiB`, `1,007 KiB`, `8 GiB`: three digits at least."""
    step, unit = size_unit(size)
    if step == 1:
        return f"{size:,.0f} {'byte' if round(size) == 1 else unit}"
    amount = size / step
    return f"{amount:,.0f} {unit}" if amount >= _WHOLE else f"{amount:.3g} {unit}"


def size_unit(size: float) -> tuple[int, str]:
    """How many bytes the unit has that says this size best, and its name: (1024, "KiB")."""
    step, index = 1, 0
    while round(size / step) >= _STEP and index < len(_UNITS) - 1:
        step, index = step * _STEP, index + 1
    return step, _UNITS[index]


def bandwidth_text(bytes_per_second: float) -> str:
    """`204.8 GB/s`, `34.1 GB/s`, `4.27 GB/s`, in powers of ten."""
    amount = bytes_per_second / 1e9
    if amount >= _LONG:
        return f"{amount:,.0f} GB/s"
    return f"{amount:,.1f} GB/s" if amount >= _SHORT else f"{amount:.3g} GB/s"
