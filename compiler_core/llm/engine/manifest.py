"""The manifest: what an engine's directory holds, written and read back."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from compiler_core.errors import InputError
from compiler_core.llm.engine.digests import text_digest
from compiler_core.llm.engine.records import ArenaPart, Decision, EngineBuild, EngineKernel
from compiler_core.llm.engine.surroundings import (
    CONSTANTS_FILE,
    MAKEFILE,
    MANIFEST_FILE,
    PROGRAM_FILE,
    SHARED_FILES,
)
from compiler_core.llm.engine.weight_types import weight_type

FORM = 1
_MOST_BYTES = 16 << 20
_AGAIN = "Compile the model again."


def write_manifest(build: EngineBuild, directory: Path) -> None:
    """As JSON."""
    text = json.dumps(asdict(build), indent=1, sort_keys=True) + "\n"
    (directory / MANIFEST_FILE).write_text(text)


def read_engine(directory: Path) -> EngineBuild:
    """The manifest of a directory. Raises InputError when there is none, or one of another form."""
    path = directory / MANIFEST_FILE
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"{path} is larger than {_MOST_BYTES:,} bytes.")
        build = _build_of(json.loads(path.read_bytes()))
    except OSError as error:
        raise InputError(f"{path} cannot be read.", "Is this an engine's directory?") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"{path} is no manifest of an engine.", _AGAIN) from error
    if build.form != FORM:
        raise InputError(f"{path} is of a form that is not read here.", _AGAIN)
    return build


def program_files(directory: Path, build: EngineBuild) -> dict[str, str]:
    """The program's text. Raises InputError when it is not what the manifest describes."""
    keys = sorted({weight_type(kernel.type).key for kernel in build.kernels if kernel.type})
    products = (f"product_{key}.h" for key in keys)
    names = (*SHARED_FILES, *products, PROGRAM_FILE, CONSTANTS_FILE, MAKEFILE)
    try:
        files = {name: (directory / name).read_text() for name in names}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"A file of the engine in {directory} cannot be read.", _AGAIN) from error
    if text_digest(files) != build.text_digest:
        raise InputError(f"The files in {directory} are not those of its manifest.", _AGAIN)
    return files


def _build_of(record: dict[str, Any]) -> EngineBuild:
    return EngineBuild(
        **record
        | {
            "features": tuple(record["features"]),
            "warnings": tuple(record.get("warnings", ())),
            "steps": tuple(record["steps"]),
            "kernels": tuple(
                EngineKernel(**kernel | {"tensors": tuple(kernel["tensors"])})
                for kernel in record["kernels"]
            ),
            "arena": tuple(ArenaPart(**part) for part in record["arena"]),
            "decisions": tuple(Decision(**decision) for decision in record["decisions"]),
        }
    )
