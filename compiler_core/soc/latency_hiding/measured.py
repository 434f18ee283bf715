"""GELU scalar, with NEON and with SVE: instructions counted under the emulator.

The ladder's vector rung is modelled. Here one C loop (`content/soc/gelu.c`) is compiled three ways
and run on the same inputs, so that what vectors save in instructions is measured as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.content_files import CONTENT_FOLDER, read_source
from compiler_core.errors import InputError
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.soc.latency_hiding.costs import instructions_per_element
from compiler_core.soc.latency_hiding.records import KernelWork, Machine

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


@dataclass(frozen=True, slots=True)
class MeasuredVariant:
    """One counted run. fewer: by what factor its instructions are fewer than the scalar ones.

    digest: of the output; two variants with the same digest wrote the same bits.
    """

    name: str
    compiler: str
    flags: str
    vector_bits: int
    instructions: int
    instructions_per_element: float
    fewer: float
    digest: str
    measured: str


def measured_gelu(
    n: int = 4096, sve_bits: int = 256, compiler: str = "gcc"
) -> tuple[MeasuredVariant, ...]:
    """The variants in the order of VARIANTS, each counted once on the same n elements.

    Raises InputError for sizes that cannot be run and when a run does not end well; ToolMissing
    without compiler or emulator.
    """
    experiment = Experiment(function="gelu", n=n, sve_bits=sve_bits)
    runs = [_counted(variant, experiment, compiler) for variant in VARIANTS]
    return tuple(
        MeasuredVariant(
            name=variant.name,
            compiler=run.compiler_title,
            flags=variant.flags,
            vector_bits=variant.vector_bits or sve_bits,
            instructions=run.instructions,
            instructions_per_element=run.instructions / n,
            fewer=runs[0].instructions / run.instructions,
            digest=run.output_digest,
            measured=run.measured,
        )
        for variant, run in zip(VARIANTS, runs, strict=True)
    )


def modelled_per_element(work: KernelWork, machine: Machine, counted: MeasuredVariant) -> float:
    """What the model says of the instructions for an element, at the width that was counted."""
    rung = "scalar" if counted.vector_bits == _SCALAR_BITS else "vec"
    width = replace(machine, vector_bytes=counted.vector_bits // 8)
    return instructions_per_element(work, width, rung)


def _counted(variant: Variant, experiment: Experiment, compiler: str) -> Counts:
    counts = count_source((read_source("gelu", GELU_FILE),), compiler, variant.flags, experiment)
    if not counts.ok:
        raise InputError(f"GELU with {variant.flags} did not run to its end.", counts.message)
    return counts
