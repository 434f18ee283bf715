"""Files that XLA leaves behind its passes, read to one step a pass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.mlir.dumps import REWRITE
from compiler_core.atlas.records import SIDES
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.xla.hlo import plain_text, read_hlo
from compiler_core.errors import InputError
from compiler_core.trace import Snapshot, Step

PARTITIONER = "spmd-partitioning"
LAYOUTS = "layout-assignment"
FUSION = "fusion"
LINES_KEPT = 400
_DUMP = re.compile(
    r"^module_\d+\.jit_program\.(?P<number>\d{4})\.(?P<pipeline>.+?)"
    r"\.after_(?P<name>.+?)(?:\.before_.+)?\.txt$"
)
_FIRST = re.compile(r"^module_\d+\.jit_program\.before_optimizations\.txt$")
_NO_PASS = ("pipeline-start", "pipeline-end")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassDump:
    """What XLA printed behind a pass. number: of the print, from 0."""

    number: int
    pipeline: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Dumps:
    """The program as jax handed it over, and all prints in their order, those at the start of a
    pipeline of passes among them."""

    first: str
    prints: tuple[PassDump, ...]

    @property
    def passes(self) -> tuple[PassDump, ...]:
        """Prints behind a pass, each of which XLA says has changed something."""
        return tuple(dump for dump in self.prints if dump.name not in _NO_PASS)

    def number_of(self, name: str) -> int | None:
        """Of the first print behind the pass of this name; None where there is none."""
        return next((dump.number for dump in self.prints if dump.name == name), None)

    def fusions_by(self, name: str) -> int:
        """How many more there are behind all passes of this name than before them."""
        made, before = 0, read_hlo(self.first).count("fusion")
        for dump in self.prints:
            behind = read_hlo(dump.text).count("fusion")
            made += behind - before if dump.name == name else 0
            before = behind
        return made


def read_dumps(files: Mapping[str, bytes]) -> Dumps:
    """By file name. Raises InputError where the first is missing."""
    first = [name for name in files if _FIRST.match(name)]
    if not first:
        raise InputError("XLA left no program to read.", "Try again.")
    prints = [
        PassDump(
            number=int(match["number"]),
            pipeline=match["pipeline"],
            name=match["name"],
            text=_text(files[match[0]]),
        )
        for match in map(_DUMP.match, files)
        if match
    ]
    return Dumps(_text(files[first[0]]), tuple(sorted(prints, key=lambda dump: dump.number)))


def _text(content: bytes) -> str:
    return plain_text(content.decode("utf-8", "replace"))


def steps_of(dumps: Dumps) -> tuple[Step, ...]:
    """One step a pass; the one that splits the program over devices shows both sides.

    A pipeline within a pass may begin with what that pass has changed by then: that pass is then
    compared with what there was before the pipeline.
    """
    steps: list[Step] = []
    before, whole = _snapshot("HLO", dumps.first), ""
    text = dumps.first
    for dump in dumps.prints:
        after = before if dump.text == text else _snapshot("HLO", dump.text)
        if dump.name in _NO_PASS:
            whole = text if after is not before else whole
        elif dump.name == PARTITIONER:
            steps.append(_split(dump, whole or text))
        else:
            steps.append(_step(dump, before, after))
        before, text = after, dump.text
    return tuple(steps)


def _step(dump: PassDump, before: Snapshot, after: Snapshot) -> Step:
    return Step(dump.name, REWRITE, after is not before, before, after, metrics=_metrics(dump))


def _split(dump: PassDump, before: str) -> Step:
    return Step(
        dump.name,
        SIDES,
        True,
        _snapshot("Before: one program, with marks", before),
        _snapshot("Behind: what each of the devices runs", dump.text),
        metrics=_metrics(dump),
    )


def _metrics(dump: PassDump) -> dict[str, float]:
    module = read_hlo(dump.text)
    return {
        "dump": float(dump.number),
        "instructions": float(len(module.instructions)),
        "fusions": float(module.count("fusion")),
    }


def _snapshot(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, LINES_KEPT)
