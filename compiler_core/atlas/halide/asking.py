"""Asking Halide: the blur under a schedule, to loops, to its own program, to an AArch64 object."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.atlas.halide.schedule import Directive
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

WIDTH, HEIGHT = 256, 192
DRIVER = "halide_blur"
_TOOL = "halide"
_TARGET = "arm-64-linux-no_runtime"
"""Without Halide's run-time library. The driver adds no_asserts, so that the blur alone is counted,
and gives the program with its checks apart: one may be known to fail."""
_WALL_SECONDS = 15.0
_LONGEST = 400
_USES = '"blur_x" is used in the following places'
_LONGEST_ABOUT = 80
_FAILS = re.compile(r"assert\(\(uint1\)0, halide_error_(?P<name>\w+)\((?P<about>.*)\)\)")
_NO_FOLDER = "Unable to create temp directory"


@dataclass(frozen=True, slots=True, kw_only=True)
class HalideProgram:
    """What Halide makes of the blur under one schedule."""

    version: str
    nest: str
    """The loops, without what is in them."""
    statement: str
    """Halide's own program, all bounds and sizes in it."""
    assembly: str
    object_file: bytes


def ask_halide(schedule: tuple[Directive, ...]) -> HalideProgram:
    """Raises InputError for what Halide refuses, a crash and a limit; ToolMissing."""
    return _asked(schedule, find_wheels(_TOOL).version)


@lru_cache(maxsize=16)
def _asked(schedule: tuple[Directive, ...], version: str) -> HalideProgram:
    lines = [
        {"function": directive.function, "primitive": directive.primitive,
         "names": directive.names, "numbers": directive.numbers}
        for directive in schedule
    ]  # fmt: skip
    request = {"width": WIDTH, "height": HEIGHT, "target": _TARGET, "schedule": lines}
    answer = run_driver(_TOOL, DRIVER, request, wall_seconds=_WALL_SECONDS)
    error = answer.answer.get("error")
    if error != "":
        raise _problem(answer, error, version)
    files = {name: content.decode("utf-8", "replace") for name, content in answer.files.items()}
    fails = bound_to_fail(files["checked.stmt"])
    if fails:
        raise InputError(f"A check of Halide's is bound to fail: {fails}.")
    return HalideProgram(
        version=version,
        nest=files["nest.txt"],
        statement=files["blur.stmt"],
        assembly=files["blur.s"],
        object_file=answer.files["blur.o"],
    )


def _problem(answer: DriverAnswer, error: object, version: str) -> InputError | ToolMissing:
    if answer.timed_out:
        return InputError(
            f"Halide {version} did not finish within {_WALL_SECONDS:g} s and was stopped.",
            "Try again in a moment; if it happens again, ask for fewer lanes.",
        )
    if not isinstance(error, str):
        return InputError(
            f"Halide {version} itself crashed on this schedule (status {answer.status}).",
            "Take a directive away and try again.",
        )
    if _NO_FOLDER in error:
        return _other_jail()
    return InputError(f"Halide refuses: {refusal_words(error)}")


def _other_jail() -> ToolMissing:
    """Halide makes a folder in /tmp, whatever it is asked for."""
    missing = ToolMissing("bubblewrap", "bubblewrap")
    missing.message = "Halide writes to /tmp, which only bubblewrap's jail has; here is another."
    return missing


def bound_to_fail(checked: str) -> str:
    """The first check that Halide knows to fail, in the words of its name; "" for none."""
    match = _FAILS.search(checked)
    if match is None:
        return ""
    about = match["about"].replace('"', "")
    return f"{match['name'].replace('_', ' ')} ({about[:_LONGEST_ABOUT]})"


def refusal_words(error: str) -> str:
    """Its first sentences in one line, without the list of uses behind them."""
    said = " ".join(error.partition(_USES)[0].removeprefix("Error: ").split())
    said = said.replace("compute_at(blur_y, Var::outermost())", "compute_at(blur_y, outermost)")
    return f"{said[:_LONGEST].rstrip('.;')}."
