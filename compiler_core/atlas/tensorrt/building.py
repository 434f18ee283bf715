"""What our own builder made of a network that ships, for a core and a precision.

It compiles, runs and compares, which takes seconds of the processor: a jailed process of its own
does all that (`plan_process`), and leaves the few numbers and texts that the page shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError, WorkCancelled

_MODULE = "compiler_core.atlas.tensorrt.plan_process"
_SECONDS = 120
_ADDRESS_BYTES = 4 << 30
_LIMITS = {"processor": f"{_SECONDS} s of processor time", "wall": "time by the clock"}


@dataclass(frozen=True, slots=True)
class PlanAsked:
    """network: one that ships; precision, core: as the builder's settings have them."""

    network: str
    precision: str
    core: str


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Of one tensor, between which numbers it was seen, and the bytes that stand for them."""

    name: str
    low: float
    high: float
    scale: float
    zero_point: int


@dataclass(frozen=True, slots=True)
class PlanTrial:
    """As of a BindingTrial. core: the emulator's option, "" where another shape was tried."""

    where: str
    core: str
    ok: bool
    said: str
    shell_status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltPlan:
    """What our own builder made of a network, for a core and a precision."""

    export: str
    """What the stage that reads the network said, in a sentence."""
    passes: str
    """What the stage of graph passes said, in a sentence."""
    quantise: str
    """What the stage that quantises said, in a sentence."""
    ranges: tuple[ValueRange, ...]
    """The seen range of each tensor that became int8; empty where nothing is quantised."""
    layers_before: int
    """Kernels with one for each node, before fusion."""
    layers_after: int
    """Kernels after fusion."""
    fusion_log: tuple[str, ...]
    """What fusion decided, line by line, as a builder prints it."""
    tactics: int
    """How many tactics were weighed, over all layers."""
    tactics_refused: int
    """How many of those weighed may not be used."""
    selection_log: tuple[str, ...]
    """Which tactic each layer got, line by line, as a builder prints it."""
    arena_bytes: int
    """All static memory of the program."""
    without_reuse: int
    """Bytes of all buffers if none took over the memory of another."""
    features: tuple[str, ...]
    """What the core must have for the chosen kernels: `dotprod`."""
    saved: str
    """What the stage that writes the program said, in a sentence."""
    trials: tuple[PlanTrial, ...]
    """The saved program on each core, and with another shape."""


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """plan: None where there is none, for the reason in words."""

    plan: BuiltPlan | None
    problem: str = ""
    advice: str = ""


def built_plan(request: PlanAsked) -> BuiltPlan:
    """Compiled, run, and tried on every core, in a process apart.

    Raises InputError for a stage that failed and for a limit, WorkCancelled, JailBroken.
    """
    from compiler_core.toolchain.jailed_process import JailedProcess, ProcessEnded, ProcessRoom
    from compiler_core.toolchain.worker import model_room

    room = model_room(
        ProcessRoom(
            module=_MODULE,
            memory_bytes=_ADDRESS_BYTES,
            cpu_seconds=_SECONDS,
            wall_seconds=3.0 * _SECONDS,
            own_seconds=float(_SECONDS),
        )
    )
    with JailedProcess(room) as process:
        try:
            process.send("plan", request)
            answer = process.receive().read_as(PlanAnswer)
        except ProcessEnded as ended:
            if ended.reason == "cancelled":
                raise WorkCancelled from ended
            raise InputError(
                f"Our builder came to no end: the limit was {_LIMITS.get(ended.reason, 'none')}.",
                "Try again in a moment.",
            ) from ended
    if answer.plan is None:
        raise InputError(answer.problem, answer.advice)
    return answer.plan
