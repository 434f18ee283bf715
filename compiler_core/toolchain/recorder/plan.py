"""What the recorder is told: plain data, and its text as plan.c reads it."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError

MAXIMUM_STEPS = 100_000
MAXIMUM_ARRIVAL = 100_000
MAXIMUM_REGIONS = 16
MAXIMUM_STARTS = 64
MAXIMUM_REGION_BYTES = 16384
MAXIMUM_ACCESS_BYTES = 1024
MAXIMUM_INSTRUCTIONS = 16384
STACK_POINTER = 31
NO_REGISTER = -1

# Numbers of the wide registers: v0 to v31 (z0 to z31), p0 to p15, and these.
FIRST_PREDICATE = 32
FIRST_FAULT_REGISTER = 48
FLOAT_CONTROL_REGISTER = 49
ALL_WIDE = (1 << FLOAT_CONTROL_REGISTER) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAccess:
    """Where an instruction touches memory, from the registers as they are before it runs.

    `size` bytes at base + extend(index) << shift + offset.
    """

    store: bool
    """Whether it writes memory."""
    base: int
    """Number of a general register (31 sp), NO_REGISTER for none. index likewise; with lane_bytes 4
    or 8 it is a vector register, and each of its containers of that size gives one address."""
    index: int
    """Number of a general register, NO_REGISTER for none; of a vector where `lane_bytes` is set."""
    size: int
    """Bytes of the access, with `lane_bytes` of each lane."""
    offset: int = 0
    """Bytes that are added to the address; without a base the address itself."""
    extend: int = 64
    """64 none, 32 from an unsigned, -32 from a signed word."""
    shift: int = 0
    """Bits by which the extended index is shifted left."""
    lane_bytes: int = 0
    """Bytes of the lanes of a vector index, 4 or 8; 0 for a scalar one."""


@dataclass(frozen=True, slots=True)
class PlannedInstruction:
    """One instruction: the wide registers it may write, as bits by number, and its access."""

    address: int
    written: int = 0
    access: RecordedAccess | None = None


@dataclass(frozen=True, slots=True)
class WatchedRegion:
    """Memory to keep an eye on: at the value of a general register at the function's entry, or,
    with entry_register NO_REGISTER, at an address."""

    size: int
    entry_register: int = NO_REGISTER
    address: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPlan:
    """What to record."""

    entry: int
    """The function's first instruction; its first call is the one recorded."""
    starts: tuple[int, ...]
    """Recording begins when one of these addresses is reached for the arrival-th time in that call;
    arrival 0: at the entry."""
    arrival: int
    """Which arrival at `starts` begins the recording, from 1; 0 for the entry."""
    steps: int
    """The most that are recorded, 1 to MAXIMUM_STEPS."""
    ranges: tuple[tuple[int, int], ...]
    """[first, end) addresses that are stepped through; calls out of them run whole."""
    instructions: tuple[PlannedInstruction, ...]
    """Of those in `ranges` what each may write and touch, by address, in any order."""
    regions: tuple[WatchedRegion, ...] = ()
    """Memory to keep an eye on, at most MAXIMUM_REGIONS."""


@dataclass(frozen=True, slots=True)
class RecordingLimits:
    """Where a recording ends by itself, with all that it has. milliseconds: on the clock;
    processor_milliseconds: of recorder and emulator; output_bytes: of the record."""

    milliseconds: int
    processor_milliseconds: int
    output_bytes: int


def plan_text(plan: StepPlan, limits: RecordingLimits) -> str:
    """The plan as plan.c reads it. Raises InputError for numbers outside the recorder's limits."""
    _check(plan)
    lines = [
        f"entry {plan.entry:x}",
        *(f"start {start:x}" for start in plan.starts),
        f"arrival {plan.arrival}",
        f"steps {plan.steps}",
        f"time {limits.milliseconds}",
        f"processor {limits.processor_milliseconds}",
        f"output {limits.output_bytes}",
        *(f"range {first:x} {end:x}" for first, end in plan.ranges),
        *(f"region {area.entry_register} {area.address:x} {area.size}" for area in plan.regions),
        *(
            _instruction_line(operation)
            for operation in sorted(plan.instructions, key=lambda i: i.address)
        ),
    ]
    return "\n".join(lines) + "\n"


def _check(plan: StepPlan) -> None:
    if not 1 <= plan.steps <= MAXIMUM_STEPS:
        message = f"{plan.steps} steps cannot be recorded."
        raise InputError(message, f"Ask for 1 to {MAXIMUM_STEPS}.")
    if not 0 <= plan.arrival <= MAXIMUM_ARRIVAL:
        message = f"Recording cannot start at round {plan.arrival}."
        raise InputError(message, f"Use 0 (the function's entry) to {MAXIMUM_ARRIVAL:,}.")
    if len(plan.instructions) > MAXIMUM_INSTRUCTIONS:
        message = f"The function has {len(plan.instructions):,} instructions."
        raise InputError(message, f"At most {MAXIMUM_INSTRUCTIONS:,} can be stepped through.")


def _instruction_line(site: PlannedInstruction) -> str:
    access = site.access
    if access is None:
        return f"at {site.address:x} {site.written:x} 0 0 0 0 0 0 0 0 0"
    kind = 2 if access.lane_bytes else 1
    return (
        f"at {site.address:x} {site.written:x} {kind} {int(access.store)} {access.base} "
        f"{access.index} {access.extend} {access.shift} {access.lane_bytes} {access.offset} "
        f"{access.size}"
    )
