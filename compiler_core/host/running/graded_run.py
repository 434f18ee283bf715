"""What holds of a run that is graded, beyond what holds of every run."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.toolchain.limits import RUN_LIMITS
from compiler_core.toolchain.tool_rules import LARGEST_LIMITS

# One without an end meets the limit of the processor, however busy the machine is.
GRADED_LIMITS = replace(RUN_LIMITS, cpu_seconds=5, wall_seconds=LARGEST_LIMITS.wall_seconds)


def tampering(outside: int, elsewhere: int) -> str:
    """What ran that is not counted, in words; "" for nothing.

    outside: instructions of the sources' own code before the call or after its return. elsewhere:
    instructions during the call that no function holds.
    """
    if outside:
        return "code of the source runs before the call or after it"
    if elsewhere:
        return f"{elsewhere:,} instructions run that no function holds: data is no code"
    return ""
