"""What a dropped file is, by its first bytes; its name decides only where they say nothing."""

from __future__ import annotations

from typing import BinaryIO, Literal

from compiler_core.errors import InputError

UploadFormat = Literal["onnx", "gguf", "header", "safetensors"]
FIRST_BYTES = 512
_GGUF_MAGIC = b"GGUF"
_ZIP_MAGIC = b"PK\x03\x04"
_LFS_MAGIC = b"version https://git-lfs"
# Protocol buffers of an ONNX model begin with its version as field 1, a number.
_ONNX_START = b"\x08"
# Safetensors begin with the length of their header in eight bytes; then it opens as JSON.
_HEADER_START = 8
_WEIGHTS_ADVICE = "Send an ONNX or GGUF file, or safetensors together with config.json."


def format_of(file: BinaryIO, name: str) -> UploadFormat:
    """Raises InputError for what is plainly no model: an archive, or text."""
    first = file.read(FIRST_BYTES)
    file.seek(0)
    _check_no_other_file(first)
    if first.startswith(_GGUF_MAGIC):
        return "gguf"
    if first[_HEADER_START : _HEADER_START + 1] == b"{" and not _named_onnx(first, name):
        return "safetensors"
    if name.endswith(".safetensors") and not first.startswith(_ONNX_START):
        return "safetensors"
    return "onnx"


def _named_onnx(first: bytes, name: str) -> bool:
    return name.endswith(".onnx") and first.startswith(_ONNX_START)


def _check_no_other_file(first: bytes) -> None:
    if first.startswith(_ZIP_MAGIC):
        raise InputError(
            "This is a ZIP archive, as PyTorch's .pt and .pth files are.",
            "Unpack it, or export the network to ONNX or safetensors, and send that file.",
        )
    if first.startswith(_LFS_MAGIC):
        raise InputError(
            "This is a placeholder of Git LFS: the model itself was not fetched.",
            "Run git lfs pull in the repository and send the file again.",
        )
    if not _is_text(first):
        return
    if first.lstrip().startswith(b"{"):
        raise InputError("This is a JSON file: it holds no weights.", _WEIGHTS_ADVICE)
    raise InputError("This is a text file: it holds no weights.", _WEIGHTS_ADVICE)


def _is_text(first: bytes) -> bool:
    """Printable ASCII and white space alone."""
    return bool(first) and all(32 <= byte < 127 or byte in b"\t\r\n\f" for byte in first)
