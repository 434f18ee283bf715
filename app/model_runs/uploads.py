"""Uploaded models and pictures: on disk by content, under a quota, the longest unused go first."""

from __future__ import annotations

import hashlib
import io
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import orjson

from app.model_runs.file_kinds import UploadFormat, format_of
from app.model_runs.other_machines import ask_others, tell_others
from app.settings import settings
from compiler_core import kept_folders
from compiler_core.board.report import LARGEST_REPORT
from compiler_core.errors import InputError
from compiler_core.kept_folders import incoming_folder
from compiler_core.left_files import left_file
from compiler_core.llm.limits import HEADER_ONLY_NAME
from compiler_core.toolchain.stores import BOARD_REPORTS_BYTES, MODELS_BYTES, PICTURES_BYTES

MODEL_BYTES = 160 << 20
COMPANION_BYTES = 32 << 20
HEADER_BYTES = 64 << 20
LARGEST_FILE_BYTES = 1 << 40
PICTURE_BYTES = 16 << 20
QUOTA_BYTES = MODELS_BYTES
ID_DIGITS = 20
_CHUNK = 1 << 20
_PLAIN = re.compile(r"[^A-Za-z0-9 ._()+-]")
_LONGEST_TITLE = 60
ABOUT = "about.json"
# Beside safetensors: what says how its tensors are used, and how text becomes tokens.
_DATA_ENDINGS = (".data", ".bin", ".weight", ".weights", "_data")
COMPANIONS = ("config.json", "tokenizer.json", "tokenizer_config.json", "generation_config.json")
FILE_NAMES: dict[UploadFormat, str] = {
    "onnx": "model.onnx",
    "gguf": "model.gguf",
    "header": HEADER_ONLY_NAME,
    "safetensors": "model.safetensors",
}


class TooLarge(InputError):
    """An upload passes its limit."""

    status = 413


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that is sent along, with the name it was given."""

    name: str
    file: BinaryIO


@dataclass(frozen=True, slots=True)
class _Stored:
    """A file not yet in its place. digest: of what it holds."""

    name: str
    path: Path
    digest: str


@dataclass(frozen=True, slots=True)
class UploadedModel:
    """title: the file's name as it was given, made plain. path: of safetensors the folder, in which
    config.json lies beside it. What was sent along lies in the folder too, alone with the model.
    """

    title: str
    path: Path
    format: UploadFormat


def keep_model(file: BinaryIO, name: str, companions: Sequence[NamedFile] = ()) -> str:
    """Keep an upload and return its id; companions lie beside safetensors, or hold an ONNX file's
    weights.

    Raises TooLarge, and InputError for an empty file or a companion of another name.
    """
    kind = format_of(file, name)
    for companion in companions:
        _check_companion(companion, kind)
    with incoming_folder(_models()) as folder:
        stored = [_store(file, folder, FILE_NAMES[kind], MODEL_BYTES, "model")]
        most = MODEL_BYTES if kind == "onnx" else COMPANION_BYTES
        stored += [_store(extra.file, folder, extra.name, most, "file") for extra in companions]
        return _kept(stored, folder, name, kind)


def keep_header(file: BinaryIO, name: str, file_bytes: int) -> str:
    """Keep the first part of a GGUF file of so many bytes; the rest is a hole that takes no room.

    Raises InputError for what is no GGUF file, and as `keep_model` does.
    """
    if format_of(file, name) != "gguf" or not 0 < file_bytes <= LARGEST_FILE_BYTES:
        raise InputError("Only the header of a GGUF file can stand for it.", "Send the whole file.")
    with incoming_folder(_models()) as folder:
        stored = _store(file, folder, HEADER_ONLY_NAME, HEADER_BYTES, "header")
        os.truncate(stored.path, max(file_bytes, stored.path.stat().st_size))
        digest = hashlib.sha256(f"{stored.digest} {file_bytes}".encode()).hexdigest()
        return _kept([replace(stored, digest=digest)], folder, name, "header")


def _check_companion(file: NamedFile, kind: UploadFormat) -> None:
    if kind == "onnx" and _is_data(file.name):
        return
    if kind != "safetensors" or file.name not in COMPANIONS:
        raise InputError(
            f"{_plain(file.name)} does not belong to this model.",
            "Send an ONNX file, alone or with the file that holds its weights (.data or .bin), a "
            f"GGUF file, or safetensors with {' and '.join(COMPANIONS[:2])}.",
        )


def _is_data(name: str) -> bool:
    """What may hold the weights of an ONNX file, which then says this name."""
    return name == _plain(name) and name.endswith(_DATA_ENDINGS) and not name.startswith(".")


def _kept(stored: Sequence[_Stored], folder: Path, name: str, kind: UploadFormat) -> str:
    """Everything is written before anything is moved to its place."""
    title = _plain(Path(name.replace("\\", "/")).name) or FILE_NAMES[kind]
    about = folder / ABOUT
    about.write_bytes(orjson.dumps({"title": title, "format": kind}))
    model_id = _placed(stored, _models())
    os.replace(about, _models() / model_id / ABOUT)
    make_room(_models(), keep=model_id)
    tell_others(f"models/{model_id}")
    return model_id


def _plain(name: str) -> str:
    return _PLAIN.sub("_", name)[:_LONGEST_TITLE]


def uploaded_model(name: str) -> UploadedModel | None:
    """An upload that is still there."""
    folder = _models() / name
    ask_others(f"models/{name}")
    try:
        about = orjson.loads((folder / ABOUT).read_bytes())
    except FileNotFoundError:
        return None
    with suppress(OSError):  # of a disk that takes no more, models are still read
        os.utime(folder)
    kind: UploadFormat = about["format"]
    path = folder if kind == "safetensors" else folder / FILE_NAMES[kind]
    return UploadedModel(about["title"], path, kind)


def keep_picture(file: BinaryIO) -> str:
    """Keep a picture's bytes as they came and return its id. Raises as `keep_model` does."""
    with incoming_folder(_pictures()) as folder:
        stored = _store(file, folder, "picture", PICTURE_BYTES, "picture")
        digest = _placed([stored], _pictures())
    make_room(_pictures(), digest, PICTURES_BYTES)
    tell_others(f"pictures/{digest}")
    return digest


def keep_board_report(content: bytes) -> str:
    """Keep a report that was read, and return its id."""
    with incoming_folder(_reports()) as folder:
        stored = _store(io.BytesIO(content), folder, "report", LARGEST_REPORT, "report")
        digest = _placed([stored], _reports())
    make_room(_reports(), digest, BOARD_REPORTS_BYTES)
    tell_others(f"board-reports/{digest}")
    return digest


def kept_board_report(name: str) -> bytes | None:
    """None for one that is gone or was never there."""
    if not re.fullmatch(rf"[0-9a-f]{{{ID_DIGITS}}}", name):
        return None
    ask_others(f"board-reports/{name}")
    return left_file(_reports() / name / "report", LARGEST_REPORT, "The report")


def picture_path(name: str) -> Path | None:
    """Where a kept picture is; None for one that is gone or was never there."""
    if not re.fullmatch(rf"[0-9a-f]{{{ID_DIGITS}}}", name):
        return None
    ask_others(f"pictures/{name}")
    path = _pictures() / name / "picture"
    return path if path.is_file() else None


def make_room(folder: Path, keep: str, quota: int = QUOTA_BYTES) -> None:
    """Remove the entries longest unused until the quota holds; see `kept_folders.make_room`."""
    kept_folders.make_room(folder.iterdir(), quota, keep)


def _store(file: BinaryIO, folder: Path, name: str, limit: int, what: str) -> _Stored:
    """Copy into a folder that is removed after a failure, hashing. Raises TooLarge, and InputError
    for nothing."""
    digest = hashlib.sha256()
    size = 0
    descriptor, path = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as target:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            if size > limit:
                raise TooLarge(
                    f"A {what} may have {limit >> 20} MiB at most.", "Choose a smaller file."
                )
            digest.update(chunk)
            target.write(chunk)
    if size == 0:
        raise InputError("The file is empty.", f"Choose a {what} that holds something.")
    return _Stored(name, Path(path), digest.hexdigest())


def _placed(stored: Sequence[_Stored], folder: Path) -> str:
    """Move files that belong together to a folder named after their content."""
    digest = stored[0].digest
    if len(stored) > 1:
        digest = hashlib.sha256(" ".join(upload.digest for upload in stored).encode()).hexdigest()
    destination = folder / digest[:ID_DIGITS]
    destination.mkdir(exist_ok=True)
    for stored_file in stored:
        os.replace(stored_file.path, destination / stored_file.name)
    return destination.name


def _models() -> Path:
    return _folder("models")


def _pictures() -> Path:
    return _folder("pictures")


def _reports() -> Path:
    return _folder("board-reports")


def _folder(name: str) -> Path:
    folder = settings().state / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
