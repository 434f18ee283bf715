"""What a kernel, a loop or a step waits for, in the words of pages and commands."""

from __future__ import annotations

WAITS_FOR = {
    "compute": "arithmetic",
    "memory": "memory",
    "dram": "memory",
    "sram": "on-chip memory",
    "overhead": "kernels to start",
    "launch": "starting kernels",
}
"""By the bound of a kernel (`KernelBound`), of a decode step (`DecodeBound`), or of a point under a
roofline (`RooflineBound`)."""
