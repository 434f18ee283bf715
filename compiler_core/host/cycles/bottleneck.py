"""What the simulated core waited for, from the text of llvm-mca's bottleneck analysis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.cycles.record import CriticalLink

_SHARE = r"\[ (?P<share>[\d.]+)% \]"
_PRESSURE = re.compile(rf"Cycles with backend pressure increase {_SHARE}")
_UNITS = re.compile(rf"Resource Pressure +{_SHARE}")
_REGISTERS = re.compile(rf"Register Dependencies {_SHARE}")
_MEMORY = re.compile(rf"Memory Dependencies +{_SHARE}")
_UNIT = re.compile(r"^  - (?P<unit>\S+) +\[ (?P<share>[\d.]+)% \]$", re.MULTILINE)
_STEP = re.compile(r"^ \+----[<>] (?P<index>\d+)\. .*?(?:## (?P<cause>.*))?$")
_CAUSE = re.compile(
    r"(?P<kind>REGISTER|MEMORY|RESOURCE) (?:dependency|interference): +(?P<through>\S+)?"
    r"(?: \[ probability: (?P<share>\d+)% \])?"
)
_KINDS = {"REGISTER": "register", "MEMORY": "memory", "RESOURCE": "unit"}
_NOT_UNITS = ("Register", "Memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bottleneck:
    """Percent of the cycles in which more work waited: in all, for busy units, for registers, for
    memory; the units concerned; and the chain that delays the loop."""

    waiting: float
    """Percent of the cycles in which more work waited than the core could take."""
    for_units: float
    """Percent of the cycles in which work waited for busy units."""
    for_registers: float
    """Percent of the cycles in which work waited for results in registers."""
    for_memory: float
    """Percent of the cycles in which work waited for earlier loads or stores."""
    units: tuple[str, ...]
    """Names of the busy units that work waited for, as llvm-mca prints them; may be empty."""
    chain: tuple[CriticalLink, ...]
    """The dependences that delay the loop, link by link; empty where llvm-mca names none."""


def parse_bottleneck(text: str, known: Sequence[int]) -> Bottleneck:
    """Read the analysis; all zero where llvm-mca found no bottleneck.

    known: for each instruction of llvm-mca's region its index in the loop's code.
    """
    return Bottleneck(
        waiting=_share(_PRESSURE, text),
        for_units=_share(_UNITS, text),
        for_registers=_share(_REGISTERS, text),
        for_memory=_share(_MEMORY, text),
        units=tuple(
            match["unit"] for match in _UNIT.finditer(text) if match["unit"] not in _NOT_UNITS
        ),
        chain=_chain(text, known),
    )


def _share(pattern: re.Pattern[str], text: str) -> float:
    match = pattern.search(text)
    return float(match["share"]) if match else 0.0


def _chain(text: str, known: Sequence[int]) -> tuple[CriticalLink, ...]:
    links: list[CriticalLink] = []
    before: int | None = None
    carried = False
    for line in text.splitlines():
        if "< loop carried >" in line:
            carried = True
        step = _STEP.match(line)
        if step is None or int(step["index"]) >= len(known):
            continue
        index = known[int(step["index"])]
        cause = _CAUSE.search(step["cause"] or "")
        if before is not None and cause is not None:
            links.append(_link(before, index, cause, carried))
        before, carried = index, False
    return tuple(links)


def _link(before: int, after: int, cause: re.Match[str], carried: bool) -> CriticalLink:
    share = int(cause["share"]) if cause["share"] else None
    return CriticalLink(
        before=before,
        after=after,
        kind=_KINDS[cause["kind"]],
        through=cause["through"] or "",
        carried=carried,
        share=share,
    )
