"""Build a driver with the source it drives, and run it: one program for every n and every seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.compile import compilation_of, compile_source
from compiler_core.host.counting.markers import mark_assembly
from compiler_core.host.running.accepted_target import accepted_target
from compiler_core.host.running.driver import (
    OWN_FLAGS,
    RUNTIME_FLAGS,
    driver_source,
    layout_flags,
    runtime_source,
    write_driver,
)
from compiler_core.host.running.layout import Driver
from compiler_core.host.running.outputs import RESULTS_NAME, Outputs, read_outputs
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.small_program import link_small
from compiler_core.host.running.target import Target, function_names
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.counting import PluginRequest
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.limits import RUN_LIMITS, Limits
from compiler_core.toolchain.outcome import Compiler, Outcome
from compiler_core.toolchain.service import compile_assembly

# A user's own main would stand in the driver's way; nobody but the driver's program calls it.
_RENAMED_MAIN = "-Dmain=lowlab_unused_main"

_FIELDS_NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Driven:
    """A function, its driver, and the program they became."""

    target: Target
    """The function."""
    driver: Driver
    """The text that calls it, with the buffers and leaves it asks for."""
    sources: tuple[SourceFile, ...]
    """As compiled, with the line that keeps a function added."""
    compiler: Compiler
    """The one that compiled sources and driver."""
    flags: tuple[str, ...]
    """Those of the sources, in normal form; the driver shares those that change layouts."""
    compilations: tuple[Compilation, ...]
    """One for each source, in order: the listings that the program's code comes from."""
    program: Program | None
    """The linked program; None where message says why."""
    message: str = ""
    """Why there is no program, else empty."""
    units: tuple[Unit, ...] = ()
    """The units of the program that hold the sources' own code, in order; empty while there is
    none."""


def build_driven(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    function: str = "",
    mark: Callable[[str, int], str] = mark_assembly,
) -> Driven:
    """Compile as the page does, add the driver, link. mark: puts the notes into the assembly.

    Raises InputError for a function that cannot be driven, and what `compile_source` and
    `build_program` raise. A source that does not compile is a Driven without a program.
    """
    target = accepted_target(sources, compiler_name, flags_text, function)
    driver = write_driver(target, sources)
    return build_with(target, driver, sources, (compiler_name, flags_text), mark)


def build_with(
    target: Target,
    driver: Driver,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    mark: Callable[[str, int], str] = mark_assembly,
    build: Callable[[tuple[Unit, ...], Compiler], Program] = build_program,
) -> Driven:
    """The same with a driver at hand. setting: compiler and flags. build: links the units. Raises
    as `build_driven`."""
    compiler_name, flags_text = setting
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    built = tuple(_compiled_as(unit, source, target, driver) for unit, source in enumerate(sources))
    own = _own_flags(sources, flags)
    compilations = tuple(compile_source((file,), compiler_name, " ".join(own)) for file in built)
    made = Driven(
        target=target,
        driver=driver,
        sources=built,
        compiler=compiler,
        flags=flags,
        compilations=compilations,
        program=None,
    )
    failed = next((compilation for compilation in compilations if not compilation.ok), None)
    if failed is not None:
        return replace(made, message=failed.message)
    _check_code(compilations)
    units = tuple(_unit(number, source, compiler, own, mark) for number, source in enumerate(built))
    made = replace(made, units=units)
    program = build((*units, *_own_units(target, driver, flags)), compiler)
    return replace(made, program=program if program.ok else None, message=_told(program, target))


def with_assembly(driven: Driven, outcome: Outcome) -> Driven:
    """The same program around other assembly of the function's file, as of an unfinished compile.

    Raises as `build_program`. Where it does not link, a Driven without a program.
    """
    position, target = driven.target.unit, driven.target
    own = driven.units[position].flags
    compiled = compilation_of((driven.sources[position],), driven.compiler, own, [outcome])
    units, compilations = list(driven.units), list(driven.compilations)
    units[position] = _marked_unit(position, outcome.output, own, mark_assembly)
    compilations[position] = compiled
    parts = (*units, *_own_units(target, driven.driver, driven.flags))
    small = link_small(parts, position, driven.compiler)
    made = (
        None
        if small is None
        else Program(
            status="ok",
            message="",
            limit="",
            diagnostics="",
            executable=small,
            commands=(),
            seconds=0.0,
        )
    )
    program = made or build_program(parts, driven.compiler)
    return replace(
        driven,
        units=tuple(units),
        compilations=tuple(compilations),
        program=program if program.ok else None,
        message=_told(program, target),
    )


def driven_listing(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, function: str = ""
) -> FunctionListing:
    """The listing of the function that a run with these settings drives, without a program.

    Raises as `build_driven`, and InputError when no code of the function is left.
    """
    target = accepted_target(sources, compiler_name, flags_text, function)
    unit = target.unit
    built = _compiled_as(unit, sources[unit], target, write_driver(target, sources))
    own = _own_flags(sources, parse_flags(flags_text, find_compiler(compiler_name)))
    return listing_of(target, compile_source((built,), compiler_name, " ".join(own)))


def listing_of(target: Target, compilation: Compilation) -> FunctionListing:
    """The driven function among those of its file; of overloads, the one defined at its line.

    Raises InputError when no code of the function is left.
    """
    listings = [
        listing
        for listing in compilation.functions
        if listing.name.partition("(")[0].rpartition(" ")[2] == target.name
    ]
    if not listings:
        message = f"The compiler left no code of {target.name} that is its own."
        raise InputError(message, "It may have been merged into another function of the file.")
    return min(listings, key=lambda listing: abs((listing.source_line or 0) - target.line))


def _own_flags(sources: Sequence[SourceFile], flags: tuple[str, ...]) -> tuple[str, ...]:
    """Of the sources' own code, beside a driver that has the program's main."""
    return (*flags, *([_RENAMED_MAIN] if _has_main(sources) else []))


def _compiled_as(unit: int, source: SourceFile, target: Target, driver: Driver) -> SourceFile:
    if unit != target.unit or not driver.appended:
        return source
    return replace(source, text=source.text + driver.appended)


def _has_main(sources: Sequence[SourceFile]) -> bool:
    return "main" in function_names(sources)


def _check_code(compilations: Sequence[Compilation]) -> None:
    for listing in compilations:
        if not listing.functions and listing.notes and "-flto" in " ".join(listing.flags):
            raise InputError(
                "With -flto a file has no code of its own before the link.",
                "Count without -flto; the linked program is shown by its own view.",
            )


def _unit(
    number: int,
    source: SourceFile,
    compiler: Compiler,
    flags: tuple[str, ...],
    mark: Callable[[str, int], str],
) -> Unit:
    """The very assembly that is listed, with notes on which line each instruction comes from."""
    return _marked_unit(number, compile_assembly(source, compiler, flags).output, flags, mark)


def _marked_unit(
    number: int, assembly: str, flags: tuple[str, ...], mark: Callable[[str, int], str]
) -> Unit:
    # The suffix decides the driver, and with it the C++ library at the link.
    return Unit(SourceFile(f"lowlab_unit{number}.s", mark(assembly, number)), flags)


def _own_units(target: Target, driver: Driver, flags: tuple[str, ...]) -> tuple[Unit, Unit]:
    shared = layout_flags(flags)
    return (
        Unit(driver_source(driver, target.language), shared, OWN_FLAGS),
        Unit(runtime_source(), (), RUNTIME_FLAGS),
    )


def _told(program: Program, target: Target) -> str:
    """The message for a program that could not be made, with the first complaint."""
    if program.ok:
        return ""
    complaint = next((line for line in program.diagnostics.splitlines() if "error" in line), "")
    if "lowlab_driver" in complaint:
        words = complaint.rpartition("error:")[2].strip()
        return (
            f"The driver for {target.name} does not compile ({words}). Write a function of plain "
            "numbers and arrays that calls it, and run that one."
        )
    return program.message


def run_driven(
    driven: Driven,
    arguments: tuple[str, ...],
    sve_bits: int = 128,
    plugin: PluginRequest | None = None,
    emulator_options: tuple[str, ...] = (),
    limits: Limits = RUN_LIMITS,
) -> ProgramRun:
    """One run in the jail; arguments come from a plan."""
    assert driven.program is not None
    return run_program(
        driven.program.executable,
        arguments=arguments,
        sve_bytes=sve_bits // 8,
        plugin=plugin,
        files=() if plugin is None else plugin.files,
        emulator_options=emulator_options,
        limits=limits,
    )


def run_kept_driven(driven: Driven, plan: Plan, sve_bits: int = 128) -> ProgramRun:
    """The same without a plugin, where an earlier result of this very run does as well."""
    assert driven.program is not None
    return run_program(
        driven.program.executable, arguments=plan.arguments, sve_bytes=sve_bits // 8, keeps=True
    )


def outputs_of(driven: Driven, run: ProgramRun) -> Outputs:
    """What the run wrote. Raises InputError with plain words if it did not end well."""
    content = run.files.get(RESULTS_NAME, b"")
    if not run.ok or not content:
        raise InputError(explain_run(driven, run))
    return read_outputs(content, driven.driver.outputs)


def _drawn_fields(driven: Driven) -> str:
    """Whole numbers of structures, by name; "" for a function without any."""
    paths = [
        leaf.path
        for leaf in driven.driver.leaves
        if "." in leaf.path and "[]" not in leaf.path and not leaf.many and not leaf.number.floating
    ]
    return ", ".join(paths[:_FIELDS_NAMED])


def explain_run(driven: Driven, run: ProgramRun) -> str:
    """Why a run gave no results, and what to change."""
    if run.signal_number == 11:
        fields = _drawn_fields(driven)
        if fields:
            return (
                f"{driven.target.name} touched memory outside its arrays. The fields of its "
                "structures were generated one by one, so this input may be one that no caller "
                f"gives: set {fields} to values that belong together (--set PATH=…). {run.message}"
            )
        arrays = [buffer.path for buffer in driven.driver.buffers if "[]" not in buffer.path]
        advice = f" Give larger arrays, such as --set {arrays[0]}.size=65536." if arrays else ""
        return f"{driven.target.name} touched memory outside its arrays.{advice} {run.message}"
    if run.exit_code is not None:
        return (
            f"{driven.target.name} ended the program before it returned (exit status "
            f"{run.exit_code}), so there are no results. Take the call of exit out, or choose "
            "inputs that do not lead to it."
        )
    return run.message
