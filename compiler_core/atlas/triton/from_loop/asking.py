"""Asking Triton for a reader's kernel: compiled as far as PTX, and run in its own interpreter.

Neither needs anything of NVIDIA's, so both are asked of the Triton without it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.triton.forms import PlacedLine, own_places, placed_lines
from compiler_core.atlas.triton.from_loop.loop_kernel import LoopKernel
from compiler_core.errors import InputError
from compiler_core.loop.ir.values import Number
from compiler_core.toolchain.atlas_job import run_driver

TOOL, _DRIVER, _FILE = "triton-open", "triton_kernels", "kernel.py"
_CUDA = "13.0"
"""The release of CUDA by which Triton chooses the version of PTX; nothing of it is used."""
_FIRST_LINE = 3
"""Of the kernel in the file that the driver writes."""
_WALL_SECONDS = 120.0
_MEMORY_BYTES = 3 << 30
_LONGEST_SAID = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelSetting:
    """warps: of a block. chip: 90 for sm_90. promised: `none`, `pointers` or `all`. fuse: whether a
    product and a sum may be one operation."""

    block: int
    warps: int
    chip: int
    promised: str
    fuse: bool


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """forms: `ttir` and the others, as far as Triton came. said: its words where it refuses, and
    then there is no PTX. shared: bytes of memory that a block has in common."""

    version: str
    forms: Mapping[str, str]
    said: str
    shared: int
    ptx: PtxProgram

    def placed(self, form: str) -> tuple[PlacedLine, ...]:
        """With the lines of the kernel's text."""
        return placed_lines(self.forms[form], _FIRST_LINE, _FILE)


class _Said(msgspec.Struct, frozen=True):
    said: str
    version: str
    shared: int
    memory: str


def compile_kernel(kernel: LoopKernel, setting: KernelSetting) -> CompiledKernel:
    """Raises InputError for a crash and a limit; ToolMissing."""
    request = _request(kernel, setting.block) | {
        "warps": setting.warps,
        "arch": setting.chip,
        "cuda": _CUDA,
        "fuse": setting.fuse,
        "multiples": [
            at
            for at, parameter in enumerate(kernel.parameters)
            if setting.promised == "all"
            or (setting.promised, parameter.type[0]) == ("pointers", "*")
        ],
    }
    said, files = _ask(request, {})
    texts = {name: content.decode("utf-8", "replace") for name, content in files.items()}
    return CompiledKernel(
        said.version,
        {name.rpartition(".")[2]: text for name, text in texts.items()},
        said.said,
        said.shared,
        read_ptx(own_places(texts.get("kernel.ptx", ""), _FIRST_LINE, _FILE)),
    )


def interpret_kernel(
    kernel: LoopKernel, block: int, programs: int, memory: bytes, values: Sequence[Number]
) -> bytes:
    """The memory that all programs leave, one after the other. values: one a parameter, for a
    pointer the byte of the memory at which it points. Raises as `compile_kernel` does."""
    request = _request(kernel, block) | {
        "memory": base64.b64encode(memory).decode(),
        "values": list(values),
        "programs": programs,
    }
    said, _ = _ask(request, {"TRITON_INTERPRET": "1"})
    if said.said:
        raise InputError(f"Triton's interpreter refuses: {said.said[:_LONGEST_SAID]}")
    try:
        return base64.b64decode(said.memory, validate=True)
    except binascii.Error as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error


def _request(kernel: LoopKernel, block: int) -> dict[str, object]:
    parameters = [[parameter.name, parameter.type] for parameter in kernel.parameters]
    return {"text": kernel.text, "parameters": parameters, "block": block}


def _ask(
    request: Mapping[str, object], environment: Mapping[str, str]
) -> tuple[_Said, Mapping[str, bytes]]:
    answer = run_driver(
        TOOL,
        _DRIVER,
        request,
        memory_bytes=_MEMORY_BYTES,
        wall_seconds=_WALL_SECONDS,
        environment={"TRITON_CACHE_DIR": ".", **environment},
    )
    if answer.timed_out:
        raise InputError(
            f"Triton did not finish within {_WALL_SECONDS:.0f} s and was stopped.",
            "Try a smaller block or a smaller size.",
        )
    if answer.status or not answer.answer:
        last = (answer.errors.strip().splitlines() or [""])[-1][:_LONGEST_SAID]
        raise InputError(
            f"Triton ended without an answer (status {answer.status}). {last}".strip(),
            "Does the loop stay within its arrays?",
        )
    try:
        return msgspec.convert(answer.answer, _Said), answer.files
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error
