"""Drivers that ask jax: run within what it needs, and their answers read with declared types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver

_TOOL = "xla"
# With 1 GiB of address space jax ends without a word.
_MEMORY_BYTES, _WALL_SECONDS = 2 << 30, 60.0
_LONGEST_SAID = 300
_UNMAPPED = "Unmapped"
"""What a driver raises for a node of a form that it does not know."""

Said = TypeVar("Said", bound=msgspec.Struct)


def printing_flags(left_out: Sequence[str], devices: int) -> dict[str, str]:
    """An environment in which XLA prints the program behind every pass, except those left out, and
    has so many devices, which are threads. It reads this when jax is imported."""
    flags = [
        "--xla_dump_to=.",
        "--xla_dump_hlo_pass_re=.*",
        "--xla_dump_hlo_as_text",
        "--xla_dump_hlo_module_re=jit_program",
        "--xla_cpu_multi_thread_eigen=false",
    ]
    if devices > 1:
        flags.append(f"--xla_force_host_platform_device_count={devices}")
    if left_out:
        flags.append(f"--xla_disable_hlo_passes={','.join(left_out)}")
    return {"XLA_FLAGS": " ".join(flags), "JAX_PLATFORMS": "cpu"}


def ask_jax(
    driver: str,
    request: Mapping[str, object],
    kind: type[Said],
    environment: Mapping[str, str] = {},
) -> tuple[Said, Mapping[str, bytes]]:
    """What the driver printed and the files that it left.

    Raises InputError for what jax or XLA refuses, in its words, and for a crash or a limit;
    ToolMissing.
    """
    answer = run_driver(
        _TOOL,
        driver,
        request,
        memory_bytes=_MEMORY_BYTES,
        wall_seconds=_WALL_SECONDS,
        environment=environment,
    )
    _check_end(answer)
    try:
        return msgspec.convert(answer.answer, kind), answer.files
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error


def _check_end(answer: DriverAnswer) -> None:
    if answer.timed_out:
        raise InputError(f"XLA did not end within {_WALL_SECONDS:.0f} s.", "Choose smaller sizes.")
    if answer.status or not answer.answer:
        raise InputError(f"The compiler itself crashed, with status {answer.status}.")
    if "error" in answer.answer:
        said = str(answer.answer.get("said", "")).strip().splitlines() or [""]
        words = said[0][:_LONGEST_SAID].rstrip(".:; ")
        if answer.answer["error"] == _UNMAPPED:
            raise InputError(f"A node cannot be given to jax: {words}.", "Leave that node out.")
        raise InputError(f"jax refuses this, with {answer.answer['error']}: {words}.")
