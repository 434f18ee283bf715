"""A C function as a bundle for boards: its own code, the inputs of its runs, its counted results.

The function's program times the call and writes raw numbers; a second program, which no code of the
user's is part of, starts it, compares its results and writes the report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from compiler_core.board.packing import digest_of
from compiler_core.board.records import BoardBundle, BoardKernel, BoardSubject
from compiler_core.board.runtime_text import (
    MEASURE,
    PROGRAM,
    RUN_SCRIPT,
    run_script,
    runtime_text,
)
from compiler_core.board.subject import COUNTED, subject_text
from compiler_core.errors import InputError
from compiler_core.host.running.count import count_source, prepare
from compiler_core.host.running.driver import (
    OWN_FLAGS,
    RUNTIME_FLAGS,
    driver_source,
    layout_flags,
    timed_runtime_source,
)
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import RESULTS_NAME
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.session import Driven, explain_run, run_driven
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.program import Program, Unit

EXPECTED = "expected.results"
_ELSEWHERE = "the code of the function is that processor's, so it runs there only"
_LONGEST_NAME = 80
_RULES = """\
# make    both programs again, on an AArch64 Linux with GCC; the code of the function is the
#         assembly that was counted, so it stays what it was
all: loop board

loop: {units}
\tgcc {flags} -static -o $@ {units}{libraries}

board: loop.c measure.c loop.h measure.h
\tgcc -std=c11 -O2 -static -o $@ loop.c measure.c

.PHONY: all
"""


def loop_bundle(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> BoardBundle:
    """The bundle of a function that was counted.

    Raises InputError for a function that cannot be driven or does not end well, and what
    `count_source` raises.
    """
    counts = count_source(sources, compiler_name, flags_text, experiment)
    if not counts.ok:
        raise InputError(counts.message, "Count it first: a bundle holds the counted program.")
    driven, _, plan = prepare(sources, compiler_name, flags_text, experiment)
    files = _files(sources, driven, plan, _expected(driven, plan, experiment))
    kernel = BoardKernel(
        name=_plain(driven.target.name),
        title=f"{counts.function}, {counts.compiler_title}",
        instructions=counts.everything,
        bytes=counts.bytes,
    )
    title = f"{counts.function}, n = {counts.n}"
    subject = BoardSubject("loop", title, digest_of(files), (kernel,))
    programs = {"loop": _loop_program(driven), PROGRAM: _board_program(files)}
    script = run_script(subject.digest, (), _ELSEWHERE).encode()
    more = {RUN_SCRIPT: script, COUNTED: subject_text(subject), **programs}
    return BoardBundle(files | more, subject)


def _expected(driven: Driven, plan: Plan, experiment: Experiment) -> bytes:
    run = run_driven(driven, plan.arguments, experiment.sve_bits)
    content = run.files.get(RESULTS_NAME, b"")
    if not run.ok or not content:
        raise InputError(explain_run(driven, run))
    return content


def _files(
    sources: Sequence[SourceFile], driven: Driven, plan: Plan, expected: bytes
) -> dict[str, bytes]:
    """All texts, and what the board compares with; the digest is over these."""
    units = _units(driven)
    names = [unit.source.name for unit in units]
    libraries = " -lstdc++ -lm" if driven.target.language == "c++" else " -lm"
    flags = " ".join((*OWN_FLAGS, "-fno-builtin", *layout_flags(driven.flags)))
    rules = _RULES.format(units=" ".join(names), flags=flags, libraries=libraries)
    texts = {
        "Makefile": rules,
        "loop.c": runtime_text("loop.c"),
        "loop.h": _header(driven, plan),
        **{name: runtime_text(name) for name in MEASURE},
        **{unit.source.name: unit.source.text for unit in units},
        **{f"source-{source.name}": source.text for source in sources},
    }
    return {name: text.encode() for name, text in sorted(texts.items())} | {EXPECTED: expected}


def _header(driven: Driven, plan: Plan) -> str:
    words = ["./loop", *plan.arguments]
    return "\n".join(
        (
            f"#define FUNCTION {json.dumps(_plain(driven.target.name))}",
            f"#define LOOP_ARGUMENTS {', '.join(json.dumps(word) for word in words)}",
            "",
        )
    )


def _plain(name: str) -> str:
    """As a report can hold it: names in C may have letters that are no ASCII."""
    return re.sub(r"[^ -~]", "_", name)[:_LONGEST_NAME]


def _units(driven: Driven) -> tuple[Unit, ...]:
    """The function's assembly, its driver, and the runtime with the clock."""
    driver = driver_source(driven.driver, driven.target.language)
    return (
        *driven.units,
        Unit(driver, layout_flags(driven.flags), OWN_FLAGS),
        Unit(timed_runtime_source(), (), RUNTIME_FLAGS),
    )


def _loop_program(driven: Driven) -> bytes:
    return _linked(build_program(_units(driven), driven.compiler))


def _board_program(files: dict[str, bytes]) -> bytes:
    """Text of our own, so by the usual compiler whatever the function's is."""
    beside = tuple((name, files[name]) for name in ("loop.h", "measure.h"))
    units = tuple(
        Unit(SourceFile(name, files[name].decode()), ("-O2",), ("-std=c11",), beside)
        for name in ("loop.c", "measure.c")
    )
    return _linked(build_program(units, find_compiler("gcc")))


def _linked(built: Program) -> bytes:
    if not built.ok:
        raise InputError(f"The program for boards does not build: {built.message}")
    return built.executable
