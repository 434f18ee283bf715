"""A loop scalar, with NEON and with SVE: instructions counted under the emulator.

The ladder's vector rung is modelled. Here one C loop (`content/soc/gelu.c`, or another) is compiled
three ways and run on the same inputs, so that what vectors save in instructions is measured too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.content_files import CONTENT_FOLDER, read_source
from compiler_core.errors import InputError
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.soc.latency_hiding.costs import instructions_per_element
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import KernelWork, ThreadedCore
from compiler_core.source import SourceFile

GELU_FILE = CONTENT_FOLDER / "soc" / "gelu.c"
NEON_BITS = 128
_SCALAR_BITS = 32


@dataclass(frozen=True, slots=True)
class Variant:
    """How the loop is compiled. vector_bits: None where the emulated core decides."""

    name: str
    flags: str
    vector_bits: int | None


VARIANTS = (
    Variant("scalar", "-O3 -fno-tree-vectorize", _SCALAR_BITS),
    Variant("neon", "-O3", NEON_BITS),
    Variant("sve", "-O3 -march=armv8-a+sve", None),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredVariant:
    """One counted run."""

    name: str
    """A name of VARIANTS: `neon`."""
    compiler: str
    """Name and version, as shown."""
    flags: str
    """Given to the compiler, as one text."""
    vector_bits: int
    """Of the vectors that the loop uses; 32 of the scalar one."""
    instructions: int
    """Executed, counted under the emulator."""
    instructions_per_element: float
    """The same divided by the elements of the run."""
    fewer: float
    """By what factor its instructions are fewer than the scalar ones."""
    digest: str
    """Of the output's bytes; two variants with the same digest wrote the same bits."""
    measured: str
    """What counted, in words, for the page."""


def measured_gelu(
    n: int = 4096, sve_bits: int = 256, compiler: str = "gcc"
) -> tuple[MeasuredVariant, ...]:
    """The variants in the order of VARIANTS, each counted once on the same n elements.

    Raises InputError for sizes that cannot be run and when a run does not end well; ToolMissing
    without compiler or emulator.
    """
    gelu = read_source("gelu", GELU_FILE)
    return measured_loop((gelu,), Experiment(function="gelu", n=n), (sve_bits,), compiler)


def measured_loop(
    sources: tuple[SourceFile, ...], experiment: Experiment, sve_bits: Sequence[int], compiler: str
) -> tuple[MeasuredVariant, ...]:
    """The loop of the experiment's function, scalar and with NEON, then with SVE at each length.

    Raises InputError for sizes that cannot be run, for a function without a size, and when a run
    does not end well; ToolMissing without compiler or emulator.
    """
    *fixed, scalable = VARIANTS
    variants = [*fixed, *(replace(scalable, vector_bits=bits) for bits in sve_bits)]
    # Of the first runs the length is not asked; what cannot be run is refused all the same.
    lengths = [*(sve_bits[0] for _ in fixed), *sve_bits]
    runs = [
        _counted(sources, variant, replace(experiment, sve_bits=length), compiler)
        for variant, length in zip(variants, lengths, strict=True)
    ]
    return tuple(
        _measured(variant, run, runs[0]) for variant, run in zip(variants, runs, strict=True)
    )


def ladder_work(source: SourceFile) -> KernelWork | None:
    """What the ladder takes this loop for, None for one that it has no kernel for."""
    if source.text != read_source("gelu", GELU_FILE).text:
        return None
    return ladder_parameters().kernel("gelu").work


def modelled_per_element(
    work: KernelWork, machine: ThreadedCore, counted: MeasuredVariant
) -> float:
    """What the model says of the instructions for an element, at the width that was counted."""
    rung = "scalar" if counted.vector_bits == _SCALAR_BITS else "vec"
    width = replace(machine, vector_bytes=counted.vector_bits // 8)
    return instructions_per_element(work, width, rung)


def _measured(variant: Variant, run: Counts, scalar: Counts) -> MeasuredVariant:
    if not run.n:
        raise InputError(f"No parameter of {run.function} says how many elements it works on.")
    return MeasuredVariant(
        name=variant.name,
        compiler=run.compiler_title,
        flags=variant.flags,
        vector_bits=variant.vector_bits or run.sve_bits,
        instructions=run.instructions,
        instructions_per_element=run.instructions / run.n,
        fewer=scalar.instructions / run.instructions,
        digest=run.output_digest,
        measured=run.measured,
    )


def _counted(
    sources: tuple[SourceFile, ...], variant: Variant, experiment: Experiment, compiler: str
) -> Counts:
    counts = count_source(sources, compiler, variant.flags, experiment)
    if not counts.ok:
        what = f"{counts.function or sources[0].name} with {variant.flags}"
        raise InputError(f"{what} did not run to its end.", counts.message)
    return counts
