"""The deployable bundle: C files, weights, a Makefile and a manifest that says what they are.

The same model, plan and kernels give the same bytes: nothing of the time, the machine or the order
of a hash table gets in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from compiler_core.board.packing import digest_of
from compiler_core.errors import InputError
from compiler_core.graph.emission.program_text import KernelRecord, ProgramText, TensorRecord
from compiler_core.graph.emission.surroundings import architecture
from compiler_core.graph.emission.vectors import VECTORS_FILE
from compiler_core.graph.records import MemoryPlan

MANIFEST = "manifest.json"
WEIGHTS = "weights.bin"
# Changes when the manifest's fields or the files of a bundle change.
FORM = 2
_MAXIMUM_MANIFEST = 16 << 20


@dataclass(frozen=True, slots=True)
class BufferRecord:
    """A tensor in the arena: bytes from offset, while kernels first to last run."""

    name: str
    offset: int
    bytes: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the bundle is."""

    name: str
    """An identifier, the stem of the program's files and symbols: `model`."""
    core: str
    """The profile it is tied to, "" for any AArch64."""
    march: str
    """What it is compiled for."""
    features: tuple[str, ...]
    """What that core must have."""
    kernels: tuple[KernelRecord, ...]
    """In the order in which they run."""
    inputs: tuple[TensorRecord, ...]
    """What the program reads, in the order of the model's inputs."""
    outputs: tuple[TensorRecord, ...]
    """What the program leaves, in the order of the model's outputs."""
    buffers: tuple[BufferRecord, ...]
    """Where each tensor lies in the arena, and while which kernels run."""
    plan_method: str
    """The planner that laid out the arena; empty where no plan was made."""
    arena_bytes: int
    """All static memory of the program: the planned part, and scratch memory that the plan
    lacks."""
    planned_bytes: int
    """The part of the arena that the memory plan laid out."""
    lower_bound_bytes: int
    """No plan of these buffers can be smaller; 0 where no plan was made."""
    weight_bytes: int
    """Size of the file of weights."""
    digest: str
    """SHA-256 over the other files, names and contents."""
    scales: dict[str, tuple[float, int]] = field(default_factory=dict)
    """(scale, zero point) of quantised inputs and outputs."""
    form: int = FORM
    """Version of the bundle's format; another one than FORM is not read."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """The bundle in memory. files: all of them, by name, the manifest included."""

    files: dict[str, bytes]
    manifest: Manifest

    @property
    def weights(self) -> bytes:
        return self.files[WEIGHTS]

    def text(self, name: str) -> str:
        """A C or build file."""
        return self.files[name].decode()


def make_artifact(
    program: ProgramText,
    plan: MemoryPlan | None = None,
    core: str = "",
    scales: Mapping[str, tuple[float, int]] | None = None,
) -> Artifact:
    """Bundle a program. scales: of quantised inputs and outputs, by name."""
    files = {name: text.encode() for name, text in program.files.items()}
    files[WEIGHTS] = program.weights
    manifest = Manifest(
        name=program.name,
        core=core,
        march=architecture(program.features),
        features=program.features,
        kernels=program.kernels,
        inputs=program.inputs,
        outputs=program.outputs,
        buffers=_buffers(plan),
        plan_method="" if plan is None else plan.method,
        arena_bytes=program.arena_bytes,
        planned_bytes=program.planned_bytes,
        lower_bound_bytes=0 if plan is None else plan.lower_bound,
        weight_bytes=len(program.weights),
        digest=digest_of(files),
        scales=dict(sorted((scales or {}).items())),
    )
    files[MANIFEST] = _manifest_text(manifest)
    return Artifact(dict(sorted(files.items())), manifest)


def _buffers(plan: MemoryPlan | None) -> tuple[BufferRecord, ...]:
    placed = () if plan is None else plan.placed
    return tuple(
        BufferRecord(
            slot.buffer.name, slot.offset, slot.buffer.bytes, slot.buffer.first, slot.buffer.last
        )
        for slot in placed
    )


def _manifest_text(manifest: Manifest) -> bytes:
    return (json.dumps(asdict(manifest), indent=1, sort_keys=True) + "\n").encode()


def write_artifact(artifact: Artifact, directory: Path) -> None:
    """Write every file into a directory, which is made if it is not there."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in artifact.files.items():
        (directory / name).write_bytes(content)


def read_artifact(directory: Path) -> Artifact:
    """Read a bundle back. Raises InputError for one that is incomplete or was changed."""
    manifest = _read_manifest(directory / MANIFEST)
    names = artifact_names(manifest)
    files = {name: _content(directory / name) for name in names if name != MANIFEST}
    if digest_of(files) != manifest.digest:
        raise InputError(
            f"The files in {directory} are not the ones that the manifest describes.",
            "Compile the model again.",
        )
    files[MANIFEST] = _manifest_text(manifest)
    return Artifact(dict(sorted(files.items())), manifest)


def artifact_names(manifest: Manifest) -> tuple[str, ...]:
    """The files of a bundle."""
    name = manifest.name
    text = (f"{name}.c", f"{name}.h", VECTORS_FILE, "main.c", "weights.S", "Makefile")
    return (*text, WEIGHTS, MANIFEST)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read.", "Is this the directory of a bundle?") from error


def _read_manifest(path: Path) -> Manifest:
    content = _content(path)
    if len(content) > _MAXIMUM_MANIFEST:
        raise InputError(f"{path} is larger than {_MAXIMUM_MANIFEST:,} bytes.")
    try:
        record = json.loads(content)
        manifest = _manifest_of(record)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"{path} is no manifest of a bundle.", "Compile again.") from error
    if manifest.form != FORM or not manifest.name.isidentifier() or not manifest.name.isascii():
        raise InputError(f"{path} is of a form that is not read here.", "Compile again.")
    return manifest


def _manifest_of(record: dict[str, Any]) -> Manifest:
    return Manifest(
        **record
        | {
            "features": tuple(record["features"]),
            "kernels": tuple(KernelRecord(**_tuples(kernel)) for kernel in record["kernels"]),
            "inputs": tuple(TensorRecord(**_tuples(tensor)) for tensor in record["inputs"]),
            "outputs": tuple(TensorRecord(**_tuples(output)) for output in record["outputs"]),
            "buffers": tuple(BufferRecord(**buffer) for buffer in record["buffers"]),
            "scales": {name: (scale[0], scale[1]) for name, scale in record["scales"].items()},
        }
    )


def _tuples(record: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(part) if isinstance(part, list) else part for key, part in record.items()}
