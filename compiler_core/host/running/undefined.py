"""What C leaves undefined in one run: Clang's checks for it, each of which says its kind and place.

The sources are compiled once more by Clang with `-fsanitize=undefined,float-cast-overflow`, whose
checks end in a trap (`brk #0x5500` and the number of the check, LLVM's SanitizerHandler.h). Each
trap is made to print its line and to end the program, and the function runs on the same inputs.
What such checks do not see, a broken `restrict` or memory never written, is not found here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.reference import MEANING_FLAGS
from compiler_core.host.running.session import run_driven
from compiler_core.kept import Kept
from compiler_core.source import SourceFile

CHECKED_BY = "clang"
_KINDS_CHECKED = "undefined,float-cast-overflow"
_CHECKS = f"-O0 -fsanitize={_KINDS_CHECKED} -fsanitize-trap={_KINDS_CHECKED}"
_TRAP = re.compile(r"\s*brk\s+#0x55([0-9a-f]{2})\b")
_PLACE = re.compile(r"\s*\.loc\s+\d+\s+(\d+)\s+(\d+)")
_EXIT = 86
_SAID = re.compile(rb"\Alowlab undefined (\d+) (\d+) (\d+)\n", re.MULTILINE)
_KINDS = {
    0: "a sum of signed integers leaves the range of its type (C17 6.5)",
    1: "the program comes to a place that it promised never to reach",
    3: "a division by zero, or of the smallest number by -1 (C17 6.5.5)",
    5: "a floating-point number is made an integer of a type that cannot hold it (C17 6.3.1.4)",
    6: "a function is called through a pointer of another type (C17 6.3.2.3)",
    8: "a built-in function gets zero where it may not (its documentation)",
    10: "a bool or an enum holds what is no value of its type (C17 6.2.6.1)",
    11: "a function that owes a value ends without one (C++17 9.6.3)",
    12: "a product of signed integers leaves the range of its type (C17 6.5)",
    13: "the negative of a signed integer leaves the range of its type (C17 6.5)",
    16: "a null pointer is passed where none may be (C17 7.1.4)",
    17: "a null pointer is returned where none may be",
    18: "an index lies outside its array (C17 6.5.6)",
    19: "arithmetic on a pointer leaves its object (C17 6.5.6)",
    20: "a shift by less than zero or by as many bits as there are, or of what does not fit "
        "(C17 6.5.7)",
    21: "a difference of signed integers leaves the range of its type (C17 6.5)",
    22: "memory is reached through a null pointer, or one that is not aligned for its type "
        "(C17 6.3.2.3, 6.5.3.2)",
    23: "a pointer is not aligned as was promised",
    24: "an array gets a length below one (C17 6.7.6.2)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Undefined:
    """The first thing in a run that the language leaves undefined.

    what: in words, with the standard's section. line, column: in the source, from 1.
    """

    what: str
    line: int
    column: int

    @property
    def sentence(self) -> str:
        """Without a capital and a full stop, to stand within another."""
        return (
            f"the source leaves its result on these inputs undefined: in line {self.line} "
            f"{self.what}, as Clang's checks find when they run it"
        )


KEPT_FINDINGS = 64
_kept: Kept[Undefined | None] = Kept(KEPT_FINDINGS)


def undefined_in(
    sources: Sequence[SourceFile], flags_text: str, experiment: Experiment
) -> Undefined | None:
    """The first one that Clang's checks see, on the inputs of this experiment.

    None where they see none, where there is no Clang, or where it does not take the sources.
    """
    meaning = (flag for flag in flags_text.split() if MEANING_FLAGS.fullmatch(flag))
    flags = " ".join((_CHECKS, *meaning))
    key = (tuple(sources), flags, experiment)
    return _kept.get_or_compute(key, lambda: _found(sources, flags, experiment), _is_found)[0]


def _is_found(result: Undefined | None) -> bool:
    """Where there is none, it may be for a tool that was missing or a run that was ended."""
    return result is not None


def _found(sources: Sequence[SourceFile], flags: str, experiment: Experiment) -> Undefined | None:
    try:
        driven, _, plan = prepare(sources, CHECKED_BY, flags, experiment, with_places)
        if driven.program is None:
            return None
        run = run_driven(driven, ("1", *plan.arguments[1:]))
    except (InputError, ToolMissing):
        return None
    said = _SAID.search(run.errors)
    if run.exit_code != _EXIT or said is None:
        return None
    kind, line, column = (int(digits) for digits in said.groups())
    return Undefined(_KINDS.get(kind, "something that C leaves undefined"), line, column)


def with_places(text: str, unit: int = 0) -> str:
    """The assembly with each trap of a check replaced by what prints its number and place."""
    rows = text.split("\n")
    location = ("0", "0")
    for number, row in enumerate(rows):
        located = _PLACE.match(row)
        if located:
            location = located[1], located[2]
        trap = _TRAP.match(row)
        if trap:
            kind = int(trap[1], 16)
            rows[number] = _telling(
                f"{unit}_{number}", f"lowlab undefined {kind} {' '.join(location)}"
            )
    return "\n".join(rows)


def _telling(name: str, line: str) -> str:
    """write(2, line) and exit_group, by Linux's numbers of system calls."""
    label = f".Llowlab_undefined_{name}"
    return f"""\
.pushsection .rodata
{label}: .ascii "{line}\\n"
.popsection
\tadrp x1, {label}
\tadd x1, x1, :lo12:{label}
\tmov w2, #{len(line) + 1}
\tmov w0, #2
\tmov w8, #64
\tsvc #0
\tmov w0, #{_EXIT}
\tmov w8, #94
\tsvc #0"""
