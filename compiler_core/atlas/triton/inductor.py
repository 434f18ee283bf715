"""GELU by PyTorch's Inductor, as recorded: the C++ that it wrote, and what the first call cost.

`script/record_gelu` keeps both, and the numbers are read here. Asked live it would take from ten
seconds to some minutes, and 830 MB of PyTorch.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from compiler_core.atlas.records import AtlasFact, PageFinding, RecordedPart
from compiler_core.atlas.texts import text_snapshot
from compiler_core.basis import Value
from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.trace import Step

RECORD = CONTENT_FOLDER / "atlas" / "triton" / "inductor.json"
_LINES_KEPT = 300
_VECTOR_LOAD = re.compile(r"Vectorized<float>::loadu\([^;]*?static_cast<int64_t>\((\d+)\)\)")

INDUCTOR_FACTS = (
    AtlasFact(name="Inductor, kernels", unit="", basis="recorded"),
    AtlasFact(name="Inductor, floats at a time", unit="", basis="recorded"),
    AtlasFact(name="Inductor, first call, nothing kept", unit="s", basis="recorded"),
    AtlasFact(name="Inductor, first call, code kept", unit="s", basis="recorded"),
    AtlasFact(name="Inductor, second call", unit="s", basis="recorded"),
    AtlasFact(name="Inductor, nothing kept over code kept", unit="times", basis="recorded"),
    AtlasFact(name="Inductor, first call over second", unit="times", basis="recorded"),
)


class InductorRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What PyTorch's Inductor once made of GELU, as it was recorded."""

    version: str
    """PyTorch's version at that time: `2.13.0`."""
    recorded_on: str
    """The day of the recording as an ISO date: `2026-11-27`."""
    command: str
    """The call of PyTorch that gave the kernels, in Python."""
    elements: int
    """How many the array has that GELU was computed of."""
    nothing_kept_seconds: float
    """Processor time of a process's first call, with nothing kept of earlier runs."""
    code_kept_seconds: float
    """Processor time of a process's first call, where earlier runs had left their code."""
    called_again_seconds: float
    """Processor time of the second call."""
    kernels: tuple[str, ...]
    """Source of each kernel that Inductor wrote, in C++."""

    @property
    def floats_at_a_time(self) -> int:
        """Of the first load into a vector; 1 where there is none."""
        match = _VECTOR_LOAD.search("\n".join(self.kernels))
        return int(match[1]) if match else 1

    @property
    def told(self) -> str:
        """When and with what."""
        return f"recorded on {self.recorded_on} with PyTorch {self.version}"


@cache
def inductor_record(file: Path = RECORD) -> InductorRecord:
    """Raises ContentError for a file that is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=InductorRecord)
    except (OSError, msgspec.MsgspecError) as error:
        raise ContentError(
            f"{file.name} is no record of Inductor: {error}", "Run script/record_gelu."
        ) from error


def with_inductor(finding: PageFinding) -> PageFinding:
    """What Triton said, and behind it what Inductor made of the same function. Raises
    ContentError."""
    record = inductor_record()
    names = tuple(fact.name for fact in INDUCTOR_FACTS)
    says = f"Inductor's part was {record.told}, and nobody is asked now."
    return replace(
        finding,
        facts={**finding.facts, **dict(zip(names, _values(record), strict=True))},
        steps=(*finding.steps, _step(record)),
        recorded_parts=(
            *finding.recorded_parts,
            RecordedPart(facts=names, says=says, missing=None),
        ),
        recorded_part="; ".join(
            part for part in (finding.recorded_part, f"Inductor's part {record.told}") if part
        ),
    )


def _values(record: InductorRecord) -> tuple[Value, ...]:
    """In the order of INDUCTOR_FACTS."""
    cold, warm, again = (
        record.nothing_kept_seconds,
        record.code_kept_seconds,
        record.called_again_seconds,
    )
    return (
        len(record.kernels),
        record.floats_at_a_time,
        cold,
        warm,
        again,
        cold / warm,
        cold / again,
    )


def _step(record: InductorRecord) -> Step:
    title = f"GELU by Inductor, in C++ for a processor ({record.told})"
    code = f"// {record.command}\n" + "\n".join(record.kernels)
    return Step(title, "program", True, None, text_snapshot("C++", code, _LINES_KEPT))
