"""Stage results on disk: written by the process that made them, read by the one that shows them.

A file is a row of frames: the result, the name of its details' record, the details, the contents
of its files, and the arrays of the details as `.npy`. Records are MessagePack, decoded by the types
that their fields declare: what is read is a record of a kind that is known, or a refusal, and
nothing in a file can name code. The maker may have read a hostile model and been taken over by it;
what it left costs its reader bounded memory.
"""

from __future__ import annotations

import importlib
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

import msgspec

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.left_files import read_left_file
from compiler_core.pipelines.kept_steps import KeptSteps, kept_steps, steps_of
from compiler_core.pipelines.stages import StageFile, StageResult, StageWarning
from compiler_core.toolchain.state import write_parts_atomically

# Every record that a stage may leave as its details, by where it is declared.
DETAILS = (
    "compiler_core.graph.pipeline.engine_stage.EngineDetails",
    "compiler_core.graph.pipeline.export_stage.ExportDetails",
    "compiler_core.graph.pipeline.fusion_stage.FusionDetails",
    "compiler_core.graph.pipeline.input_stage.InputDetails",
    "compiler_core.graph.pipeline.passes_stage.PassesDetails",
    "compiler_core.graph.pipeline.quantise_stage.QuantiseDetails",
    "compiler_core.graph.pipeline.run_stage.RunDetails",
    "compiler_core.llm.pipeline.cache_stage.CacheDetails",
    "compiler_core.llm.pipeline.convert_stage.ConvertDetails",
    "compiler_core.llm.pipeline.decode_stage.DecodeDetails",
    "compiler_core.llm.pipeline.engine_stage.EngineDetails",
    "compiler_core.llm.pipeline.fusion_stage.FusionDetails",
    "compiler_core.llm.pipeline.tokens_stage.TokensDetails",
    "compiler_core.llm.pipeline.weights_stage.WeightsDetails",
    "compiler_core.llm.slicing.answer.TokenAnswer",
    "compiler_core.soc.profiling.records.ProfiledProgram",
    "compiler_core.soc.work.records.LanguageWork",
    "compiler_core.soc.work.records.NetworkWork",
)
# A model of the largest size, its arrays and its files beside it; the server holds few of them.
LARGEST_RESULT_BYTES = 512 << 20
# As objects of Python an empty list of one byte takes 72: at most 2.3 GB, of one result at a time.
LARGEST_RECORD_BYTES = 32 << 20
_ONE_AT_A_TIME = Lock()
_MAGIC = b"lowlab result 2\n"
_LENGTH = struct.Struct("<Q")
_FIXED_FRAMES = 3
_MOST_FILES = 64
# What decoding any bytes may raise; a size in them may be beyond all memory.
_UNREADABLE = (
    msgspec.MsgspecError, LoweringLabError, ValueError, TypeError, LookupError, OverflowError,
    MemoryError, RecursionError, struct.error,
)  # fmt: skip
_PREFIX = "stage-"
_ENDING = ".result"
_WHAT = "The kept result of this stage"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bare:
    """A StageResult without its details, whose type is not known before their name is."""

    stage: str
    """Name of the stage."""
    sentence: str
    """What the stage did, computed from its run."""
    steps: KeptSteps
    """Of the stage's passes, each line and node once."""
    metrics: dict[str, float]
    """Plain numbers, by name with their unit."""
    files: tuple[StageFile, ...]
    """With empty contents, which are frames of their own in the file."""
    seconds: float
    """Wall time of the stage without its check."""
    checked: str
    """How outputs were compared and what came of it, empty where nothing was to be compared."""
    warnings: tuple[StageWarning, ...]
    """Of what stands in the way of stages to come."""
    problem: str
    """Why the stage did not do what it is for, empty where it did."""
    held: bool
    """Whether the check found what must be so."""

    def with_details(self, details: object, contents: list[bytes]) -> StageResult:
        files = tuple(
            replace(file, content=content)
            for file, content in zip(self.files, contents, strict=True)
        )
        return StageResult(
            stage=self.stage,
            sentence=self.sentence,
            steps=steps_of(self.steps),
            details=details,
            metrics=self.metrics,
            files=files,
            seconds=self.seconds,
            checked=self.checked,
            warnings=self.warnings,
            problem=self.problem,
            held=self.held,
        )


def _bare(result: StageResult) -> _Bare:
    files = tuple(replace(file, content=b"") for file in result.files)
    return _Bare(
        stage=result.stage,
        sentence=result.sentence,
        steps=kept_steps(result.steps),
        metrics=result.metrics,
        files=files,
        seconds=result.seconds,
        checked=result.checked,
        warnings=result.warnings,
        problem=result.problem,
        held=result.held,
    )


def write_result(directory: Path, result: StageResult) -> None:
    """Keep a stage's result; a reader sees all of it or nothing.

    Raises TypeError for details that are none of DETAILS, InputError for a record that no reader
    would take. The same result gives the same bytes.
    """
    write_parts_atomically(result_path(directory, result.stage), _encoded(result))


def forget_results(directory: Path) -> None:
    """Remove all results of a job."""
    for path in directory.glob(f"{_PREFIX}*"):
        path.unlink(missing_ok=True)


def read_result(directory: Path, stage: str) -> StageResult | None:
    """The kept result, None while there is none. Raises InputError for a damaged file, for what is
    no plain file, and for one of more than LARGEST_RESULT_BYTES, of which no more is read."""
    return read_result_at(result_path(directory, stage), stage)


def read_result_at(path: Path, stage: str) -> StageResult | None:
    """The same, wherever the file lies."""
    result = read_left_file(path, LARGEST_RESULT_BYTES, _WHAT, _result_in)
    if result is not None and result.stage != stage:
        raise InputError(f"{_WHAT} cannot be read.", "Run it again.")
    return result


def _result_in(file: BinaryIO, size: int) -> StageResult:
    try:
        with _ONE_AT_A_TIME:
            return _decoded(_frames(file, size))
    except _UNREADABLE as error:
        raise InputError(f"{_WHAT} cannot be read.", "Run it again.") from error


def result_path(directory: Path, stage: str) -> Path:
    """Where a stage's result is kept."""
    return directory / f"{_PREFIX}{stage}{_ENDING}"


def kept_stages(directory: Path) -> dict[str, int]:
    """Stages that have left a result, with when each was written, in nanoseconds."""
    written: dict[str, int] = {}
    for path in directory.glob(f"{_PREFIX}*{_ENDING}"):
        with suppress(FileNotFoundError):
            written[path.name[len(_PREFIX) : -len(_ENDING)]] = path.lstat().st_mtime_ns
    return written


def _encoded(result: StageResult) -> Iterator[bytes]:
    arrays: list[bytes] = []
    encoder = msgspec.msgpack.Encoder(enc_hook=lambda value: _plain(value, arrays))
    frames = [
        encoder.encode(_bare(result)),
        _name_of(result.details).encode(),
        encoder.encode(result.details),
        *(file.content for file in result.files),
        *arrays,
    ]
    if max(map(len, frames[:_FIXED_FRAMES])) > LARGEST_RECORD_BYTES:
        raise InputError(
            "What this stage has to say of the model is too large to keep.",
            f"The limit is {LARGEST_RECORD_BYTES >> 20} MiB; take a model of fewer nodes.",
        )
    # Not joined: of a large model that would copy a hundred megabytes.
    yield _MAGIC
    for frame in frames:
        yield _LENGTH.pack(len(frame))
        yield frame


def _plain(value: object, arrays: list[bytes]) -> object:
    """What stands in a record for an array, its number, or for a number of NumPy's."""
    import numpy as np

    from compiler_core.kept_arrays import array_bytes

    if isinstance(value, np.ndarray):
        arrays.append(array_bytes(value))
        return len(arrays) - 1
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is nothing that a result keeps.")


def _name_of(details: object) -> str:
    if details is None:
        return ""
    name = f"{type(details).__module__}.{type(details).__qualname__}"
    if name not in DETAILS:
        raise TypeError(f"{name} is none of the records that are kept.")
    return name


def _decoded(frames: list[bytes]) -> StageResult:
    bare = msgspec.msgpack.decode(frames[0], type=_Bare)
    end = _FIXED_FRAMES + len(bare.files)
    if len(bare.files) > _MOST_FILES:
        raise ValueError("more files than a stage leaves")
    details = _details(str(frames[1], "ascii"), frames[2], frames[end:])
    return bare.with_details(details, frames[_FIXED_FRAMES:end])


def _frames(file: BinaryIO, size: int) -> list[bytes]:
    """Raises ValueError unless the frames are the whole content."""
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("no result")
    frames: list[bytes] = []
    left = size - len(_MAGIC)
    while left > 0:
        (length,) = _LENGTH.unpack(file.read(_LENGTH.size))
        left -= _LENGTH.size + length
        if left < 0 or (len(frames) < _FIXED_FRAMES and length > LARGEST_RECORD_BYTES):
            raise ValueError("a frame is larger than may be")
        frames.append(file.read(length))
        if len(frames[-1]) < length:
            raise ValueError("the file was cut meanwhile")
    return frames


def _details(name: str, content: bytes, frames: list[bytes]) -> object:
    if name == "":
        return None
    if name not in DETAILS:
        raise ValueError("details of no known kind")
    arrays = _arrays(frames)
    decoder = msgspec.msgpack.Decoder(
        _record(name), dec_hook=lambda wanted, value: _array(wanted, value, arrays)
    )
    return decoder.decode(content)


def _arrays(frames: list[bytes]) -> list[Any]:
    if not frames:
        return []
    from compiler_core.kept_arrays import array_of

    return [array_of(frame) for frame in frames]


def _array(wanted: Any, value: object, arrays: list[Any]) -> object:
    """Raises ValueError for anything but the number of an array, where a field declares one."""
    if type(value) is int and 0 <= value < len(arrays) and isinstance(arrays[value], wanted):
        return arrays[value]
    raise ValueError("an array is missing")


@cache
def _record(name: str) -> type:
    module, _, record = name.rpartition(".")
    return getattr(importlib.import_module(module), record)
