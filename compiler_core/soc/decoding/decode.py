"""How fast a chip decodes: bytes of a step over the bandwidth that decoding reaches, plus launches.

Seconds of a step = max(bytes / (share · bandwidth), arithmetic) + kernels · launch + waits. The
share of the bandwidth is fitted for each engine (`decode_fit`); kernels, launches and waits for the
CPU are those of the engine (`decode_engines`). One token of each of B sequences is multiplied with
the same weights as B tokens of a prompt, so arithmetic takes what these take, at the efficiency
that is fitted on prompts (`prompts.fit`). Whether the model fits comes first: one that does not has
no speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.sizes import size_text
from compiler_core.soc.decode_engines import DecodeEngine, engine_of
from compiler_core.soc.decoding.decode_ways import DecodeWay
from compiler_core.soc.description import ComputeUnit, SocDescription
from compiler_core.soc.prompts.fit import PromptConstants, constants_for_bits, peak_of

DecodeBound = Literal["memory", "compute", "launch"]

_MAC_OPERATIONS = 2
# Assumed: what the system and the program need themselves.
SYSTEM_BYTES = 512 * 1024**2
# Far beyond any machine, and still numbers that JSON's readers can hold.
_MOST_SEQUENCES = 1 << 20
_MOST_BYTES = 1 << 60


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeWork:
    """What a decode step of one model reads and computes."""

    resident_bytes: float
    """Of all weights, which have to fit in memory."""
    read_bytes: float
    """Weights that every token reads, experts left out."""
    weights: float
    """Elements multiplied for one token."""
    weight_bits: float
    """Bits of a weight of the type that most weights have."""
    layers: int
    """Transformer blocks, each of which starts kernels."""
    expert_bytes: float = 0.0
    """Of all experts of all layers together, 0 for a dense model."""
    experts: int = 0
    """Experts of a layer, 0 for a dense model."""
    experts_used: int = 0
    """Experts of a layer that one token takes."""
    cache_bytes: float = 0.0
    """Keys and values of one sequence, all read for each token."""
    batch: int = 1
    """Sequences that one step advances, at least 1."""
    notes: tuple[str, ...] = ()
    """Sentences on what the model's header leaves open."""

    @property
    def step_bytes(self) -> float:
        """Read by one step of the whole batch.

        Of a mixture, the experts that at least one of the sequences takes, if each takes its own
        at random: E · (1 - (1 - k / E) ^ batch).
        """
        touched = 0.0
        if self.experts:
            touched = 1 - (1 - self.experts_used / self.experts) ** self.batch
        return self.read_bytes + touched * self.expert_bytes + self.batch * self.cache_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeSpeed:
    """How fast a chip decodes with a language model, and what binds it."""

    soc: str
    """Name of the chip."""
    fits: bool
    """Whether weights, caches and the system fit in memory; if not, the rest is None."""
    needed_bytes: float
    """Of weights, caches of all sequences and the system."""
    available_bytes: float | None
    """Of main memory; None where the description states no size."""
    tokens_per_second: float | None
    """Of all sequences together, None where the model does not fit."""
    bound: DecodeBound | None
    """What takes longest: memory, compute or launches; None where the model does not fit."""
    bytes_per_token: float
    """Read by a step, divided by its sequences; given also where the model does not fit."""
    effective_bandwidth: float | None
    """Bytes a second that are read in the whole step. seconds of a step: memory, compute, launch
    (with waits for the CPU)."""
    memory_seconds: float | None = None
    """Of one step, to read its bytes."""
    compute_seconds: float | None = None
    """Of one step's arithmetic; 0.0 where the unit's speed is not known."""
    launch_seconds: float | None = None
    """Of one step, to start its kernels, with waits for the CPU."""
    bandwidth_share: float | None = None
    """From 0 to 1, what decoding reaches of main memory's bandwidth."""
    efficiency: float | None = None
    """Share of the peak that arithmetic reaches, 0 to 1; None if the peak is not known."""
    prompt_tokens: int | None = None
    """Of the prompt that `time_to_first_token` is of, None where none was asked for."""
    time_to_first_token: float | None = None
    """Seconds of a prompt of so many tokens of one sequence (`prompts`)."""
    assumptions: tuple[str, ...] = ()
    """Sentences on what the numbers stand on."""
    way: DecodeWay | None = None
    """What it decodes with, where a reader chose."""


def decode_speed(soc: SocDescription, work: DecodeWork, share: float) -> DecodeSpeed:
    """share: of the bandwidth that decoding reaches with the chip's engine.

    Raises InputError for an empty batch, and for more sequences or bytes than any machine has.
    """
    if not 1 <= work.batch <= _MOST_SEQUENCES:
        raise InputError(
            "A batch has at least one sequence.", f"Give a number from 1 to {_MOST_SEQUENCES:,}."
        )
    available = decode_capacity(soc)
    needed = work.resident_bytes + work.batch * work.cache_bytes + SYSTEM_BYTES
    if needed > _MOST_BYTES:
        raise InputError(
            "Weights and caches of such a size fit into no machine: over 2^60 bytes.",
            "Look at the model's widths, the context and the batch.",
        )
    if available is None or needed > available:
        return _too_large(soc, work, needed, available)
    unit = decode_unit(soc)
    memory = work.step_bytes / (share * (soc.main_memory.bytes_per_second or 0.0))
    compute, constants = compute_seconds(soc, unit, work)
    engine = engine_of(soc, unit.kind)
    launch = engine.seconds_of_launches(work.layers)
    step = max(memory, compute) + launch
    return DecodeSpeed(
        soc=soc.name,
        fits=True,
        needed_bytes=needed,
        available_bytes=available,
        tokens_per_second=work.batch / step,
        bound=_bound(memory, compute, launch),
        bytes_per_token=work.step_bytes / work.batch,
        effective_bandwidth=work.step_bytes / step,
        memory_seconds=memory,
        compute_seconds=compute,
        launch_seconds=launch,
        bandwidth_share=share,
        efficiency=constants.efficiency if constants else None,
        assumptions=(*_assumptions(engine, share), *_arithmetic(unit, constants), *work.notes),
    )


def _too_large(
    soc: SocDescription, work: DecodeWork, needed: float, available: float | None
) -> DecodeSpeed:
    return DecodeSpeed(
        soc=soc.name,
        fits=False,
        needed_bytes=needed,
        available_bytes=available,
        tokens_per_second=None,
        bound=None,
        bytes_per_token=work.step_bytes / work.batch,
        effective_bandwidth=None,
        assumptions=(*_without_memory(soc), *work.notes),
    )


def decode_capacity(soc: SocDescription) -> float | None:
    """Bytes of main memory; None where the description states none."""
    capacity = soc.main_memory.capacity_bytes
    return capacity.value if capacity is not None else None


def capacity_text(available: float | None) -> str:
    """The size of a main memory, or that none is stated."""
    return "a DRAM of no stated size" if available is None else size_text(available)


def misfit_text(available: float | None, subject: str = "it") -> str:
    """The beginning of a sentence on what fits into no memory whose size is known."""
    if available is None:
        return f"Nothing says that {subject} fits"
    return f"{subject.capitalize()} does not fit"


def _without_memory(soc: SocDescription) -> tuple[str, ...]:
    if decode_capacity(soc) is not None:
        return ()
    return (
        f"No size is stated for the DRAM of {soc.title} (some chips come without any), so nothing "
        "says that a language model fits.",
    )


def decode_unit(soc: SocDescription) -> ComputeUnit:
    """What decodes: the unit that also runs networks, else the first."""
    return soc.main_unit


def compute_seconds(
    soc: SocDescription, unit: ComputeUnit, work: DecodeWork
) -> tuple[float, PromptConstants | None]:
    """Of one step, and what it is computed with; 0 and None if the unit's speed is not known.

    The same as of a prompt with as many tokens as there are sequences, attention left out.
    """
    peak = peak_of(unit, work.weight_bits)
    if peak is None:
        return 0.0, None
    constants = constants_for_bits(soc, unit.kind, work.weight_bits)
    products = _MAC_OPERATIONS * work.batch * work.weights / (constants.efficiency * peak[1])
    return constants.outside_seconds(work.layers, work.batch) + products, constants


def _bound(memory: float, compute: float, launch: float) -> DecodeBound:
    if launch > max(memory, compute):
        return "launch"
    return "compute" if compute > memory else "memory"


def _started(engine: DecodeEngine) -> str:
    if engine.waits is None:
        return (
            f"{engine.kernels_per_layer} kernels a layer, "
            f"{engine.launch_seconds * 1e6:g} µs each to launch"
        )
    return (
        f"its unit waits for the CPU {engine.waits.per_layer} times a layer, "
        f"{engine.waits.seconds * 1e6:.0f} µs each, which is counted as launches"
    )


def _assumptions(engine: DecodeEngine, share: float) -> tuple[str, ...]:
    return (
        f"Decoding reaches {share:.0%} of the bandwidth, as published measurements do.",
        f"The engine is {engine.title}: {_started(engine)}.",
        f"The system needs {SYSTEM_BYTES // 1024**2} MiB itself.",
    )


def _arithmetic(unit: ComputeUnit, constants: PromptConstants | None) -> Iterator[str]:
    if constants is None:
        yield f"The speed of {unit.title} is not known: only memory is counted."
        return
    whose = constants.basis or "on this chip, with its engine and type"
    yield (
        f"Arithmetic reaches {constants.efficiency:.0%} of the peak, as on prompts {whose}: tokens "
        "of several sequences are multiplied like tokens of one prompt."
    )
