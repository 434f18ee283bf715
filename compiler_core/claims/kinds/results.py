"""Expectations about what a function computes: one value, or the bits of a linked program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Found, Kind, read_truth
from compiler_core.content_files import ContentError, read_record
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.whole_program.whole import link_whole


@dataclass(frozen=True, slots=True)
class Returned:
    """Called with these values of its parameters, the function returns this, as it is printed."""

    settings: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class _ReturnedEntry:
    set_: tuple[str, ...]
    is_: object


def _read_returned(location: str, value: Any) -> Returned:
    entry = read_record(location, value, _ReturnedEntry)
    if not isinstance(entry.is_, str | int | float):
        raise ContentError(f"{location}, is: expected what is printed, a text or a number.")
    return Returned(entry.set_, str(entry.is_))


def _judge_returned(case: Case, wanted: Returned) -> Found:
    setting = case.setting
    experiment = experiment_of(setting.function, settings=wanted.settings)
    counts = count_source(setting.sources, case.compiler.name, setting.flags, experiment)
    if not counts.ok:
        raise NothingThere(f"It does not run: {counts.message}")
    value = next((output.head[0] for output in counts.outputs if output.name == "return"), "")
    return Found(value == wanted.text, f"with {', '.join(wanted.settings)} it returns {value}")


def _judge_linked(case: Case, same: bool) -> Found:
    setting = case.setting
    whole = link_whole(setting.sources, case.compiler.name, setting.flags)
    if whole.outputs is None or whole.outputs.same is None:
        reason = whole.outputs.sentence if whole.outputs else whole.message
        raise NothingThere(f"The two programs could not be compared: {reason}")
    return Found(whole.outputs.same == same, whole.outputs.sentence)


RESULT_KINDS: tuple[Kind, ...] = (
    Kind(
        "returns",
        _read_returned,
        lambda wanted: f"with {', '.join(wanted.settings)} it returns {wanted.text}",
        _judge_returned,
    ),
    Kind(
        "linked_same_bits",
        read_truth,
        lambda same: f"{'the same' if same else 'other'} bits with and without -flto",
        _judge_linked,
    ),
)
