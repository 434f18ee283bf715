"""A function counted and compared as another one is driven: what exercises are graded by.

Roles, sizes and values of parameters are otherwise read from the function itself, so that whoever
writes it also decides how it is run. Here they are read from a reference: the same arrays with the
same contents, the same outputs written out, whatever the function looks like inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.host.running.count import DrivenCounts, counts_as
from compiler_core.host.running.driver import write_driver
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.planner import planner_of
from compiler_core.host.running.session import build_with
from compiler_core.host.running.shapes import Number, Pointer, Shape
from compiler_core.host.running.target import Target, find_target
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags

KEPT_COUNTS = 64
_kept: Kept[DrivenCounts] = Kept(KEPT_COUNTS)


@dataclass(frozen=True, slots=True)
class DrivenAs:
    """Whose roles, sizes and outputs hold: a function of a reference."""

    sources: tuple[SourceFile, ...]
    function: str


def count_as(
    reference: DrivenAs,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
) -> DrivenCounts:
    """The function of `sources` run as the reference is. setting: compiler and flags.

    Raises InputError where the two take other parameters, and what `count_source` raises.
    """
    compiler = find_compiler(setting[0])
    key = (reference, tuple(sources), compiler.build_id, parse_flags(setting[1], compiler),
           experiment)  # fmt: skip
    return _kept.get_or_compute(
        key,
        lambda: _counted(reference, sources, setting, experiment),
        lambda result: result.counts.status != "stopped",
    )[0]


def _counted(
    reference: DrivenAs,
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
) -> DrivenCounts:
    pattern = find_target(reference.sources, reference.function)
    own = find_target(sources, pattern.name)
    _check_alike(pattern, own)
    driver = write_driver(pattern, reference.sources)
    driven = build_with(replace(pattern, unit=own.unit), driver, sources, setting)
    text = reference.sources[pattern.unit]
    planner = planner_of(pattern, driver, text, driven.flags)
    planner = replace(planner, seed=experiment.seed, overrides=experiment.overrides)
    return counts_as(driven, planner, experiment)


def _check_alike(pattern: Target, own: Target) -> None:
    """Raises InputError unless the parameters are of the same kinds."""
    if own.linkage != pattern.linkage:
        raise InputError(f"{own.name} cannot be called from outside.", "Declare it without static.")
    wanted = [_kind(argument.shape) for argument in pattern.arguments]
    found = [_kind(argument.shape) for argument in own.arguments]
    if wanted != found or _kind(pattern.result) != _kind(own.result):
        raise InputError(
            f"{own.name} takes {_listed(found)} and returns {_kind(own.result)}; "
            f"it must take {_listed(wanted)} and return {_kind(pattern.result)}.",
            "Keep its parameters as they were.",
        )


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing"


def _kind(shape: Shape | None) -> str:
    if shape is None:
        return "nothing"
    if isinstance(shape, Pointer):
        return "a pointer"
    if isinstance(shape, Number):
        return "a floating-point number" if shape.floating else "a whole number"
    return "a structure"
