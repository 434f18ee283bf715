"""Write an engine: C files with a Makefile, the model file beside them, and a manifest.

Start here. The same header, file and settings give the same bytes.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.engine.admission import check_model
from compiler_core.llm.engine.builder_log import decisions, kernel_records
from compiler_core.llm.engine.constants_text import constants_text
from compiler_core.llm.engine.digests import quick_digest, sure_digest, text_digest
from compiler_core.llm.engine.ends import sampling_kernel
from compiler_core.llm.engine.manifest import write_manifest
from compiler_core.llm.engine.memory import STEPS, Arena, arena_of, cache_buffers
from compiler_core.llm.engine.plan import EnginePlan, engine_plan
from compiler_core.llm.engine.program_text import all_steps, engine_text
from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.engine.settings import DEFAULT_SETTINGS, EngineSettings
from compiler_core.llm.engine.steps import EngineStep, kernels_of
from compiler_core.llm.engine.surroundings import (
    CONSTANTS_FILE,
    MAKEFILE,
    MODEL_FILE,
    PROGRAM_FILE,
    architecture,
    features,
    makefile,
    runtime_files,
)
from compiler_core.llm.records import ModelHeader

_ROTARY_FACTORS = "rope_freqs.weight"
_MOST_ARENA = 1 << 32


@dataclass(frozen=True, slots=True)
class _Parts:
    plan: EnginePlan
    arena: Arena
    files: dict[str, str]


def write_engine(
    header: ModelHeader, path: Path, directory: Path, settings: EngineSettings = DEFAULT_SETTINGS
) -> EngineBuild:
    """Write the engine of a GGUF file into a directory, which is made if it is not there.

    The model file is linked there, or copied where it cannot be linked. Raises InputError for a
    model that the engine is not written for, or when the file is not as long as its header says.
    """
    check_model(header)
    if path.stat().st_size != header.file_bytes:
        raise InputError(
            f"{path.name} has {path.stat().st_size:,} bytes; its header was read from a file of "
            f"{header.file_bytes:,}.",
            "Read the header again.",
        )
    plan = engine_plan(header, settings, _rotary_factors(header, path))
    parts = _Parts(plan, arena := _checked(arena_of(plan)), _files(plan, arena, path))
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in parts.files.items():
        (directory / name).write_text(text)
    _place_model(path, directory / MODEL_FILE)
    build = _record(parts, sure_digest(path))
    write_manifest(build, directory)
    return build


def _checked(arena: Arena) -> Arena:
    if arena.bytes > _MOST_ARENA:
        raise InputError(
            f"The engine would need {arena.bytes:,} bytes of static memory.",
            "Ask for a shorter context.",
        )
    return arena


def _rotary_factors(header: ModelHeader, path: Path) -> tuple[float, ...]:
    """The values of rope_freqs.weight, empty without."""
    entry = next((tensor for tensor in header.tensors if tensor.name == _ROTARY_FACTORS), None)
    if entry is None:
        return ()
    if entry.type != "F32" or entry.elements > header.configuration.head_size:
        raise InputError(f"{_ROTARY_FACTORS} is not what rotary factors look like.")
    values = np.fromfile(path, "<f4", entry.elements, offset=entry.offset)
    if len(values) != entry.elements or not (np.isfinite(values) & (values > 0)).all():
        raise InputError(f"{_ROTARY_FACTORS} holds factors that are not positive.")
    return tuple(float(value) for value in values)


def _files(plan: EnginePlan, arena: Arena, path: Path) -> dict[str, str]:
    kinds = (kernel.kind for kernel in kernels_of(all_steps(plan)))
    keys = tuple(sorted({kind.key for kind in kinds if kind is not None}))
    files = runtime_files(keys)
    files[PROGRAM_FILE] = engine_text(plan)
    files[CONSTANTS_FILE] = constants_text(plan, arena, quick_digest(path))
    headers = tuple(name for name in files if name.endswith(".h"))
    files[MAKEFILE] = makefile(plan.settings.arithmetic, headers)
    return files


def _place_model(path: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        if target.samefile(path):
            return
        target.unlink()
    try:
        os.link(path, target)
    except OSError:
        shutil.copyfile(path, target)


def _record(parts: _Parts, digest: str) -> EngineBuild:
    plan, arena = parts.plan, parts.arena
    steps = all_steps(plan)
    return EngineBuild(
        architecture=plan.configuration.architecture,
        name=plan.header.name,
        context=plan.context,
        page=plan.settings.page,
        pages=plan.pages,
        batch=plan.settings.batch,
        vocabulary=plan.configuration.vocabulary,
        arithmetic=plan.settings.arithmetic,
        march=architecture(plan.settings.arithmetic),
        features=features(plan.settings.arithmetic),
        cache_type=plan.cache_type,
        kernels=kernel_records([*steps, EngineStep(sampling_kernel(plan))]),
        steps=STEPS,
        arena=arena.parts,
        arena_bytes=arena.bytes,
        naive_bytes=arena.naive_bytes,
        cache_bytes=sum(buffer.bytes for buffer in cache_buffers(plan)),
        weight_bytes=plan.header.file_bytes,
        bytes_per_token=sum(step.read_bytes for step in steps),
        digest=digest,
        text_digest=text_digest(parts.files),
        decisions=decisions(plan, arena),
        warnings=plan.header.warnings,
    )
