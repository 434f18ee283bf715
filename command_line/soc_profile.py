"""`lowlab soc profile`: a network or a C loop in one variant, counted and judged on a chip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.count import FunctionOption, SizeOption
from command_line.options import AsJson, CompilerOption, FlagsOption
from command_line.soc_decode import SocOption
from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.soc.profiling.alternatives import Alternative
    from compiler_core.soc.profiling.bottleneck import Judged, UnitSpeed
    from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram

_SHOWN = 8


NetworkOrLoop = Annotated[
    str,
    typer.Argument(
        metavar="NETWORK",
        help="An ONNX file, or the name of a network that ships: plain, residual, depthwise; "
        "or a C or C++ file with a loop, by suffix.",
        show_default=False,
    ),
]
ProgramOption = Annotated[
    str,
    typer.Option(
        help="Of a network: fp32 or int8, apart or fused, generic or chosen, with dashes; "
        "+3=TACTIC behind it gives the kernel of that place another tactic. Of a loop: "
        "changes such as optimize_o3+restrict@3, at the loop of line 3. As given if empty.",
        show_default=False,
    ),
]
PartOption = Annotated[
    int,
    typer.Option(
        help="Of a network too large to be counted whole: which part, from 1; 0: the one that "
        "multiplies most."
    ),
]


def soc_profile_command(
    network: NetworkOrLoop,
    program: ProgramOption = "",
    soc: SocOption = "generic",
    unit: Annotated[str, typer.Option(help="A unit of the chip; its CPU if empty.")] = "",
    part: PartOption = 0,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: FunctionOption = "",
    n: SizeOption = None,
    as_json: AsJson = False,
) -> int:
    """Profile one variant of a network or loop.

    Shown are what it executes, what binds it and what to try.

    The compiler, its flags, the function and n are of a loop.

    Instructions are counted under the emulator. Times on the chip are modelled by the roofline.
    """
    from command_line.output import print_json, print_lines
    from command_line.soc_profile_loop import is_loop, profile_loop

    if is_loop(network):
        _refuse("--part is of a network", part != 0)
        report = profile_loop(network, program, soc, unit, compiler, flags, function, n)
    else:
        given = bool(function) or n is not None or (compiler, flags) != ("gcc", "-O2")
        _refuse("--compiler, --flags, --function and --n are of a C loop", given)
        report = profile_program(network, program, soc, unit, part)
    if as_json:
        print_json(report.as_json())
    else:
        print_lines(report.lines())
    return 0


@dataclass(frozen=True, slots=True)
class NetworkReport:
    """What is printed of a network."""

    program: ProfiledProgram
    speed: UnitSpeed
    kernels: tuple[Judged, ...]
    alternatives: tuple[Alternative, ...]

    def as_json(self) -> bytes:
        """Field by field."""
        from compiler_core.json_form import record_json

        return record_json(self)

    def lines(self) -> list[str]:
        """As `report_lines`."""
        return report_lines(self.program, self.speed, self.kernels, self.alternatives)


def profile_program(network: str, program: str, soc: str, unit: str, part: int) -> NetworkReport:
    """Compile, run, count, judge. Raises InputError, UnknownName."""
    from compiler_core.soc.profiling.alternatives import alternatives
    from compiler_core.soc.profiling.bottleneck import judged, unit_speed, usable_units
    from compiler_core.soc.profiling.profile import profile_network
    from compiler_core.soc.profiling.variants import PLAIN, variant_of
    from compiler_core.soc.reading import soc_named

    if part < 0:
        raise InputError("A part is counted from 1.", "Give 0 for the one that multiplies most.")
    chip, variant = soc_named(soc), variant_of(program) if program else PLAIN
    units = usable_units(chip)
    if not units:
        raise InputError(f"No speed of {chip.title} is known at fp32 or int8.", "Take another.")
    speed = unit_speed(chip, unit or units[0].name, variant.precision)
    profile = profile_network(network, variant, part=part)
    return NetworkReport(profile, speed, judged(profile, speed), alternatives(profile, (variant,)))


def report_lines(
    program: ProfiledProgram,
    speed: UnitSpeed,
    kernels: tuple[Judged, ...],
    others: tuple[Alternative, ...],
) -> list[str]:
    """The total, the largest kernels with what binds each, and what could be tried."""
    from command_line.output import columns
    from compiler_core.amounts import count
    from compiler_core.soc.profiling.bottleneck import modelled_seconds

    shown = program.ranked[:_SHOWN]
    heading = ("kernel", "code", "instructions", "share", "Amdahl's limit", "bound (modelled)")
    rows = [_kernel_row(program, kernel, kernels[kernel.place]) for kernel in shown]
    tries = [
        (other.variant.text, other.title, f"{other.expected:.2f} x", other.basis)
        for other in others
        if other.basis != "undoes"
    ]
    left_out = [program.part.words] if program.part else []
    return [
        *left_out,
        f"{program.network}, {program.variant.title}: {program.instructions:,} instructions in "
        f"{count(len(program.kernels), 'kernel')}, counted.",
        f"{modelled_seconds(kernels) * 1e6:,.1f} µs on {speed.title} at {speed.precision}, "
        f"modelled; the ridge is at {speed.ridge:.3g} operations a byte.",
        "",
        *columns([heading, *rows]),
        "",
        "To try:" if tries else "No single change is left to try.",
        *columns(tries),
    ]


def _refuse(what: str, given: object) -> None:
    if given:
        raise InputError(f"{what}, and this is none.", "Leave it out.")


def _kernel_row(
    program: ProfiledProgram, kernel: ProfiledKernel, judged: Judged
) -> tuple[str, ...]:
    from compiler_core.soc.profiling.alternatives import amdahl

    return (
        kernel.function,
        kernel.tactic,
        f"{kernel.instructions:,}",
        f"{program.share(kernel):.1%}",
        f"{amdahl(program.share(kernel)):.2f} x",
        judged.bound,
    )
