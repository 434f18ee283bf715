"""Models as a form sends them: one file, a header that stands for one, or several together."""

from __future__ import annotations

from starlette.datastructures import FormData, UploadFile

from app.model_runs.uploads import NamedFile, keep_header, keep_model
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

_LARGEST_DIGITS = 15
_WEIGHTS = (".onnx", ".gguf", ".safetensors")


def keep_sent(form: FormData) -> str:
    """Keep what the form's field `model` holds and return its id.

    A field `file_bytes` says that only the first part of a GGUF file was sent, and how large the
    file is. Raises InputError for a form without file, and as `keep_model` does.
    """
    files = [
        upload
        for upload in form.getlist("model")
        if isinstance(upload, UploadFile) and upload.filename
    ]
    if not files:
        raise InputError("No file was sent.", "Choose an ONNX, GGUF or safetensors file first.")
    model = next((part for part in files if (part.filename or "").endswith(_WEIGHTS)), files[0])
    name = model.filename or ""
    size = str(form.get("file_bytes", ""))
    if size:
        return keep_header(model.file, name, _whole(size))
    companions = [NamedFile(file.filename or "", file.file) for file in files if file is not model]
    return keep_model(model.file, name, companions)


def _whole(text: str) -> int:
    number = whole_number(text, _LARGEST_DIGITS)
    if number is None:
        raise InputError("The size of the file is no number.", "Send the whole file.")
    return number
