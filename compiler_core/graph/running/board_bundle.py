"""A compiled network as a bundle for boards: kernels, weights, one input and its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

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
from compiler_core.graph.artifact import Artifact, Manifest
from compiler_core.graph.running.build import build_with
from compiler_core.graph.running.records import KernelCount
from compiler_core.source import SourceFile

_KINDS = {
    "float16": 2, "float32": 4, "float64": 8, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2,
    "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
}  # fmt: skip
# Sums on another processor's C library or by another compiler round elsewhere.
FLOAT_TOLERANCE = 1e-3
_RULES = """\
# make board          for AArch64, by the cross compiler: the program that is here already
# make board-native   for this computer, by its own compiler; run.sh then takes it
BOARD = network.c measure.c {name}.c
BOARD_FILES = $(BOARD) measure.h network.h {name}.h vectors.h

board: $(BOARD_FILES)
\t$(CROSS)gcc $(CFLAGS) -march={march} -DLOWLAB_STEPS -static -o $@ $(BOARD) -lm

board-native: $(BOARD_FILES)
\tgcc $(CFLAGS) $(NATIVE) $(VECTORS) -DLOWLAB_STEPS -o $@ $(BOARD) -lm
"""


@dataclass(frozen=True, slots=True)
class NetworkRun:
    """One run under the emulator. inputs, outputs: by name. kernels: counted, empty if nothing
    was. tolerance: of the outputs on another processor, a share of the largest amount."""

    artifact: Artifact
    inputs: Mapping[str, np.ndarray]
    outputs: Mapping[str, np.ndarray]
    kernels: Sequence[KernelCount] = ()
    tolerance: float = FLOAT_TOLERANCE


def network_subject(run: NetworkRun, title: str = "network") -> BoardSubject:
    """What a report of this run's bundle is compared with."""
    files = network_files(run)
    return BoardSubject(
        "network",
        title,
        digest_of(files),
        _kernels(run.artifact.manifest, run.kernels),
        run.tolerance,
    )


def network_bundle(run: NetworkRun, title: str = "network") -> BoardBundle:
    """All files of the bundle, with the program linked for AArch64.

    Raises InputError where it does not build, ToolMissing, Overloaded and JailBroken.
    """
    files = network_files(run)
    subject = network_subject(run, title)
    built = build_with(run.artifact, _sources(files), _headers(files))
    if not built.ok:
        raise InputError(f"The program for boards does not build: {built.message}")
    script = run_script(subject.digest, run.artifact.manifest.features).encode()
    more = {RUN_SCRIPT: script, PROGRAM: built.executable, COUNTED: subject_text(subject)}
    return BoardBundle(files | more, subject)


def network_files(run: NetworkRun) -> dict[str, bytes]:
    """All that a board's program is made of, and what it reads; the digest is over these.

    Raises InputError for inputs or outputs that are missing or of types that cannot be compared.
    """
    manifest = run.artifact.manifest
    name = manifest.name
    program = runtime_text("network.c").replace("MODEL_", f"{name.upper()}_")
    texts = {
        "network.c": program.replace("model", name),
        "network.h": _tables(manifest, run.tolerance),
        "board.mk": _RULES.format(name=name, march=manifest.march),
        **{file_name: runtime_text(file_name) for file_name in MEASURE},
    }
    files = dict(run.artifact.files) | {path: text.encode() for path, text in texts.items()}
    given = [(f"input{at}.bin", tensor, run.inputs) for at, tensor in enumerate(manifest.inputs)]
    given += [(f"expected{at}.bin", slot, run.outputs) for at, slot in enumerate(manifest.outputs)]
    for file, record, arrays in given:
        if record.name not in arrays:
            raise InputError(f"There is no {record.name!r} to send along.", "Run the program once.")
        files[file] = arrays[record.name].tobytes()
    return dict(sorted(files.items()))


def _sources(files: Mapping[str, bytes]) -> tuple[SourceFile, ...]:
    return tuple(SourceFile(name, files[name].decode()) for name in ("network.c", "measure.c"))


def _headers(files: Mapping[str, bytes]) -> tuple[tuple[str, bytes], ...]:
    return tuple((name, files[name]) for name in ("network.h", "measure.h"))


def _kernels(manifest: Manifest, counted: Sequence[KernelCount]) -> tuple[BoardKernel, ...]:
    tallies = {counts.function: counts.tally for counts in counted}
    return tuple(
        BoardKernel(
            name=kernel.function,
            title=" → ".join(kernel.operators),
            instructions=tally.executions if (tally := tallies.get(kernel.function)) else None,
            bytes=tally.bytes_loaded + tally.bytes_stored if tally else None,
            operations=kernel.operations,
        )
        for kernel in manifest.kernels
    )


def _tables(manifest: Manifest, tolerance: float) -> str:
    """Names of the kernels and element types of the outputs, as C."""
    kinds = [_kind(output.element_type) for output in manifest.outputs]
    return "\n".join(
        (
            "#ifndef NETWORK_H",
            "#define NETWORK_H",
            "",
            f"#define TOLERANCE {tolerance}",
            f"enum {{ KERNELS = {len(manifest.kernels)} }};",
            f"enum kind {{ {', '.join(name.upper() for name in _KINDS)} }};",
            f"static const int element_bytes[] = {{{', '.join(map(str, _KINDS.values()))}}};",
            f"static const enum kind output_kinds[] = {{{', '.join([*kinds, 'UINT8'])}}};",
            "static const char *const kernel_names[] = {",
            *(f'    "{row.function}",' for row in manifest.kernels),
            "    0,",
            "};",
            "",
            "#endif",
            "",
        )
    )


def _kind(element_type: str) -> str:
    """Truth values are bytes."""
    name = "uint8" if element_type == "bool" else element_type
    if name not in _KINDS:
        raise InputError(f"Outputs of type {element_type} cannot be compared on a board.")
    return name.upper()
