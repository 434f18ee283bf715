"""Uploaded models and pictures: on disk by content, under a quota, the longest unused go first."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from app.settings import settings
from compiler_core.errors import InputError
from compiler_core.toolchain.state import write_atomically

MODEL_BYTES = 160 << 20
PICTURE_BYTES = 16 << 20
QUOTA_BYTES = 2 << 30
RUNS_KEPT = 64
ID_DIGITS = 20
_CHUNK = 1 << 20
_PLAIN = re.compile(r"[^A-Za-z0-9 ._()+-]")
_LONGEST_TITLE = 60


class TooLarge(InputError):
    """An upload passes its limit."""

    status = 413


@dataclass(frozen=True, slots=True)
class UploadedModel:
    """title: the file's name as it was given, made plain."""

    title: str
    path: Path


def keep_model(file: BinaryIO, name: str) -> str:
    """Keep an upload and return its id. Raises TooLarge, and InputError for an empty one."""
    digest = _keep(file, _models(), "model.onnx", MODEL_BYTES, "model")
    title = _PLAIN.sub("_", Path(name.replace("\\", "/")).name)[:_LONGEST_TITLE] or "model.onnx"
    write_atomically(_models() / digest / "about.json", orjson.dumps({"title": title}))
    make_room(_models(), keep=digest)
    return digest


def uploaded_model(name: str) -> UploadedModel | None:
    """An upload that is still there."""
    folder = _models() / name
    path = folder / "model.onnx"
    if not path.is_file():
        return None
    os.utime(folder)
    return UploadedModel(orjson.loads((folder / "about.json").read_bytes())["title"], path)


def keep_picture(file: BinaryIO) -> str:
    """Keep a picture's bytes as they came and return its id. Raises as `keep_model` does."""
    digest = _keep(file, _pictures(), "picture", PICTURE_BYTES, "picture")
    make_room(_pictures(), keep=digest)
    return digest


def picture_path(name: str) -> Path | None:
    """Where a kept picture is; None for one that is gone or was never there."""
    if not re.fullmatch(rf"[0-9a-f]{{{ID_DIGITS}}}", name):
        return None
    path = _pictures() / name / "picture"
    return path if path.is_file() else None


def make_room(folder: Path, keep: str, quota: int = QUOTA_BYTES) -> None:
    """Remove the entries longest unused until the quota holds."""
    entries = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    sizes = {path: sum(_sizes(path)) for path in entries}
    total = sum(sizes.values())
    for path in entries:
        if total <= quota:
            return
        if path.name != keep:
            shutil.rmtree(path, ignore_errors=True)
            total -= sizes[path]


def _sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.stat().st_size


def _keep(file: BinaryIO, folder: Path, name: str, limit: int, what: str) -> str:
    """Copy to a file beside its place while hashing, then rename."""
    digest = hashlib.sha256()
    size = 0
    descriptor, temporary = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as target:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            if size > limit:
                Path(temporary).unlink()
                raise TooLarge(
                    f"A {what} may have {limit >> 20} MiB at most.", "Choose a smaller file."
                )
            digest.update(chunk)
            target.write(chunk)
    if size == 0:
        Path(temporary).unlink()
        raise InputError("The file is empty.", f"Choose a {what} that holds something.")
    place = folder / digest.hexdigest()[:ID_DIGITS]
    place.mkdir(exist_ok=True)
    os.replace(temporary, place / name)
    return place.name


def _models() -> Path:
    return _folder("models")


def _pictures() -> Path:
    return _folder("pictures")


def _folder(name: str) -> Path:
    folder = settings().state / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
