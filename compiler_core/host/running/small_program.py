"""A driven program without the C library, where nothing in it needs one.

Linking a static program takes twice as long as compiling a loop, and most of that is the library:
703,480 bytes for a loop, 3,064 without. A grade starts such a program half a dozen times, so that
its size is also what the emulator loads, the jail copies and the counting plan lists.
"""

from __future__ import annotations

from compiler_core.host.running.driver import RUNTIME_FLAGS, program_text
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program, Unit, build_object, build_program
from compiler_core.toolchain.direct_build import assemble, link_alone
from compiler_core.toolchain.outcome import Compiler

_LINK_FLAGS = ("-nostartfiles", "-nodefaultlibs")
_OF_THREADS = (".tdata", ".tbss")
"""Sections whose variables only the library's start makes room for."""


def build_small(units: tuple[Unit, ...], compiler: Compiler) -> Program | None:
    """Linked without the library; None for what needs it. Raises as `build_program`.

    Names that the library would define are then undefined, so that such a link fails.
    """
    if _has_threads(units):
        return None
    program = build_program((*units, _start()), compiler, _LINK_FLAGS)
    return program if program.ok else None


def link_small(units: tuple[Unit, ...], at: int, compiler: Compiler) -> bytes | None:
    """The same made by the assembler and the linker themselves, for a program of which one unit of
    assembly alone changes. at: its place; objects of the others are kept.

    Raises as `build_program`.
    """
    if _has_threads(units):
        return None
    changed = units[at]
    made = assemble(changed.source.text, compiler, changed.flags)
    others = [unit for position, unit in enumerate((*units, _start())) if position != at]
    parts = [build_object(unit, compiler) for unit in others] if made is not None else []
    if made is None or not all(part.ok for part in parts):
        return None
    objects = [(f"other{position}.o", part.executable) for position, part in enumerate(parts)]
    return link_alone((("unit.o", made), *objects), compiler, changed.source.language)


def _has_threads(units: tuple[Unit, ...]) -> bool:
    return any(word in unit.source.text for unit in units for word in _OF_THREADS)


def _start() -> Unit:
    return Unit(SourceFile("lowlab_start.c", program_text("start.c")), (), RUNTIME_FLAGS)


def is_small(program: Program) -> bool:
    """Whether it was linked without the library."""
    return bool(program.commands) and _LINK_FLAGS[0] in program.commands[-1]


def build_smallest(units: tuple[Unit, ...], compiler: Compiler) -> Program:
    """Without the library if that links, else with it. Raises as `build_program`."""
    return build_small(units, compiler) or build_program(units, compiler)
