"""Stage 6: the decode engine's C text, its memory, and why each kernel is as it is."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.engine.settings import DEFAULT_SETTINGS, EngineSettings, settings_of
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.pipeline.files import text_file
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.pipelines.stages import StageFile, StageResult

ENGINE_FOLDER = "engine"
MODEL_SUFFIX = ".gguf"
BUNDLE_NAME = "engine.zip"
MAIN_TEXT = "engine.c"
PRODUCT_PREFIX = "product_"
# A zip entry's time says nothing here, and the same input shall give the same bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
NO_WEIGHTS = (
    "Only the header is here. The engine reads its weights from the file, so it is built where the "
    "file is: lowlab llm compile."
)


@dataclass(frozen=True, slots=True)
class EngineDetails:
    """build: None where only a header is there. text: of engine.c, by line. inner: of the headers
    with the loops of its products, by the type of their weights.
    """

    build: EngineBuild | None
    text: tuple[str, ...]
    inner: dict[str, tuple[str, ...]]


def engine_stage(state: LanguageState, advance: Advance) -> StageEnd:
    """Write the engine for the newest file. Raises InputError for a model it is not written for."""
    path = state.compiled or state.plain
    if path is None:
        return StageEnd(
            state,
            StageResult(stage="engine", sentence=NO_WEIGHTS, details=EngineDetails(None, (), {})),
        )
    advance("writing the program", 0, 1)
    directory = state.directory / ENGINE_FOLDER
    build = write_engine(state.header, path, directory, engine_settings(state))
    text = (directory / MAIN_TEXT).read_text()
    metrics = {
        "kernels": float(len(build.kernels)),
        "arena_bytes": float(build.arena_bytes),
        "bytes_per_token": float(build.bytes_per_token),
    }
    details = EngineDetails(build, tuple(text.splitlines()), _inner(directory))
    result = StageResult(
        stage="engine",
        sentence=_sentence(build),
        details=details,
        metrics=metrics,
        files=_files(directory, text),
    )
    return StageEnd(replace(state, engine=build), result)


def engine_settings(state: LanguageState, arithmetic: str = "") -> EngineSettings:
    """The engine as the reader wants it, or with other arithmetic."""
    chosen = arithmetic or state.settings.arithmetic
    wanted = state.settings.kv
    cache_type = "" if wanted == "auto" else wanted
    return settings_of(0, state.settings.page, DEFAULT_SETTINGS.batch, chosen, cache_type)


def _inner(directory: Path) -> dict[str, tuple[str, ...]]:
    return {
        path.stem.removeprefix(PRODUCT_PREFIX).upper(): tuple(path.read_text().splitlines())
        for path in sorted(directory.glob(f"{PRODUCT_PREFIX}*.h"))
    }


def _files(directory: Path, text: str) -> tuple[StageFile, ...]:
    """The program's text alone, and all of it but the weights."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path in sorted(directory.iterdir()):
            if path.is_file() and path.suffix != MODEL_SUFFIX:
                bundle.writestr(zipfile.ZipInfo(path.name, _TIME), path.read_bytes())
    return (
        text_file(MAIN_TEXT, text),
        StageFile(BUNDLE_NAME, "application/zip", buffer.getvalue()),
    )


def _sentence(build: EngineBuild) -> str:
    return (
        f"{len(build.kernels)} kernels in C for {build.march}, {build.arena_bytes:,} bytes of "
        f"static memory, of which {build.cache_bytes:,} are the cache for {build.context:,} "
        f"positions in pages of {build.page}. A token reads {build.bytes_per_token:,} bytes of "
        f"weights."
    )
