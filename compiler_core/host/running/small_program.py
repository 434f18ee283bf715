"""A driven program without the C library, where nothing in it needs one.

Linking a static program takes twice as long as compiling a loop, and most of that is the library:
703,480 bytes for a loop, 3,064 without. A grade starts such a program half a dozen times, so that
its size is also what the emulator loads, the jail copies and the counting plan lists.
"""

from __future__ import annotations

from compiler_core.host.running.driver import RUNTIME_FLAGS, program_text
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Program, Unit, build_program
from compiler_core.toolchain.outcome import Compiler

_LINK_FLAGS = ("-nostartfiles", "-nodefaultlibs")
_OF_THREADS = (".tdata", ".tbss")
"""Sections whose variables only the library's start makes room for."""


def build_small(units: tuple[Unit, ...], compiler: Compiler) -> Program | None:
    """Linked without the library; None for what needs it. Raises as `build_program`.

    Names that the library would define are then undefined, so that such a link fails.
    """
    if any(word in unit.source.text for unit in units for word in _OF_THREADS):
        return None
    start = Unit(SourceFile("lowlab_start.c", program_text("start.c")), (), RUNTIME_FLAGS)
    program = build_program((*units, start), compiler, _LINK_FLAGS)
    return program if program.ok else None


def is_small(program: Program) -> bool:
    """Whether it was linked without the library."""
    return bool(program.commands) and _LINK_FLAGS[0] in program.commands[-1]


def build_smallest(units: tuple[Unit, ...], compiler: Compiler) -> Program:
    """Without the library if that links, else with it. Raises as `build_program`."""
    return build_small(units, compiler) or build_program(units, compiler)
