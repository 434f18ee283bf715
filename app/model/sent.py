"""Models as a form sends them: one file, a header that stands for one, or several together."""

from __future__ import annotations

from typing import Annotated

from starlette.datastructures import FormData

from app.model_runs.uploads import NamedFile, keep_header, keep_model
from app.serving.addresses import read_as, whole
from app.serving.bodies import StrictBody
from app.serving.forms import files_of
from compiler_core.errors import InputError

_LARGEST_DIGITS = 15
_NO_SIZE = ("The size of the file is no number.", "Send the whole file.")
_WEIGHTS = (".onnx", ".gguf", ".safetensors")


class FirstPart(StrictBody):
    """A form with the beginning of a file."""

    file_bytes: Annotated[int | None, whole(_LARGEST_DIGITS, _NO_SIZE)] = None
    """How large the whole file is; None where it was sent."""


def keep_sent(form: FormData) -> str:
    """Keep what the form's field `model` holds and return its id.

    A field `file_bytes` says that only the first part of a GGUF file was sent, and how large the
    file is. Raises InputError for a form without file, and as `keep_model` does.
    """
    files = [file for file in files_of(form, "model") if file.filename]
    if not files:
        raise InputError("No file was sent.", "Choose an ONNX, GGUF or safetensors file first.")
    model = next((part for part in files if (part.filename or "").endswith(_WEIGHTS)), files[0])
    name = model.filename or ""
    size = read_as(FirstPart, form).file_bytes
    if size is not None:
        return keep_header(model.file, name, size)
    companions = [NamedFile(file.filename or "", file.file) for file in files if file is not model]
    return keep_model(model.file, name, companions)
