"""Weights in a file beside the model, as PyTorch's exporter and all models above 2 GiB leave them.

Only a plain file in the model's own folder is read, by its name, no link is followed, and no more
than the constants' shapes ask for: the field `location` is a stranger's text.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import ImportLimits, hold
from compiler_core.graph.importing.tensors import (
    check_dimensions,
    check_element_type,
    element_bytes,
)
from compiler_core.typed_numbers import whole_number

if TYPE_CHECKING:
    from onnx import ModelProto, TensorProto

_LONGEST_NAME = 255
_MOST_DIGITS = 15
_MOST_SHOWN = 60


def take_in_weights(parsed: ModelProto, folder: Path, limits: ImportLimits, size: int) -> None:
    """Put the constants that lie in files of the folder into the model itself.

    size: bytes of the model's own file; with what is read it stays within the limit of a file.
    Raises ModelRefused and ModelTooLarge.
    """
    for tensor in parsed.graph.initializer:
        if not (tensor.data_location or tensor.external_data):
            continue
        where = f"The constant {tensor.name[:_MOST_SHOWN]}"
        check_element_type(tensor.data_type, where)
        elements = check_dimensions(tuple(tensor.dims), limits, where)
        length = elements * element_bytes(tensor.data_type)
        size += length
        hold(limits, "file_bytes", size, where)
        tensor.raw_data = _bytes_of(tensor, length, folder, where)
        del tensor.external_data[:]
        tensor.ClearField("data_location")


def _bytes_of(tensor: TensorProto, length: int, folder: Path, where: str) -> bytes:
    said = {entry.key: entry.value for entry in tensor.external_data}
    name = said.get("location", "")
    if not _is_plain(name):
        raise ModelRefused(
            f"{where} lies in another file, {name[:_MOST_SHOWN]!r}, which is not beside the model.",
            "Save the model with its weights inside, or in one file in its own folder.",
        )
    offset, given = (_whole(said.get(key, ""), where) for key in ("offset", "length"))
    if given not in (None, length):
        raise ModelRefused(
            f"{where} takes {length:,} bytes, and {given:,} are said to lie in {name!r}.",
            "The file is damaged; export it again.",
        )
    with _opened(folder / name, name, where) as file:
        file.seek(offset or 0)
        content = file.read(length)
    if len(content) != length:
        raise ModelRefused(
            f"{where} should lie in {name!r} at {offset or 0:,}, {length:,} bytes long, and only "
            f"{len(content):,} are there.",
            "Take the file that was written together with the model.",
        )
    return content


def _opened(path: Path, name: str, where: str) -> BinaryIO:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        descriptor = -1
    if descriptor >= 0 and stat.S_ISREG(os.fstat(descriptor).st_mode):
        return os.fdopen(descriptor, "rb")
    if descriptor >= 0:
        os.close(descriptor)
    raise ModelRefused(
        f"{where} lies in another file, {name!r}, and that is not here.",
        f"Give {name} together with the model, or save the model with its weights inside.",
    )


def _is_plain(name: str) -> bool:
    """A file's name without a way to it."""
    printable = name.isprintable() and not name.startswith(".")
    return 0 < len(name.encode()) <= _LONGEST_NAME and printable and not set(name) & set("/\\")


def _whole(text: str, where: str) -> int | None:
    if not text:
        return None
    number = whole_number(text, _MOST_DIGITS)
    if number is None:
        raise ModelRefused(f"{where} lies at {text[:_MOST_SHOWN]!r} of another file: no number.")
    return number
