"""What a check may expect, by kind of exercise: names, how their values are read, and their words.

Of loops, everything that a claim may say of a source (`claims.vocabulary`), and a few more. What
judges each stands in `judging` and its neighbours; a test holds the two tables together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from compiler_core.claims.kinds.kind import Bound, read_bound, read_truth
from compiler_core.claims.kinds.runs import SameResult
from compiler_core.claims.metrics import METRICS, Metric
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import ContentError, Rule, checked_text, read_record
from compiler_core.exercises.classified_kind import describe_classified, read_classified
from compiler_core.exercises.exercise import MOST_HIDDEN_INPUTS, ExerciseKind
from compiler_core.source import SourceFile

HIDDEN_LENGTHS = (1, 7, 1001)
"""Of hidden inputs, unless the check names others: none, less, and more than a whole vector."""
_LONGEST_HIDDEN = 4096
_SECRET_LENGTHS = range(33, 990)
_FEWEST_LENGTHS = 8


@dataclass(frozen=True, slots=True)
class Expected:
    """One name of the vocabulary. read: place and YAML value to the argument, raises ContentError;
    describe: the argument as the end of "Expected: "."""

    name: str
    read: Callable[[str, Any], Any]
    describe: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class HiddenResult:
    """The outputs' bits of a reference, on inputs of these lengths from seeds nobody knows.

    within: how far floating-point numbers may differ, as part of the reference's value or of 1,
    whichever is more; 0 for not at all.
    """

    same: SameResult
    lengths: tuple[int, ...]
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelledCycles:
    """Cycles per element of the function's dearest innermost loop, by one model for one core."""

    model: str
    cpu: str
    bound: Bound


@dataclass(frozen=True, slots=True)
class NoMoreThan:
    """At most factor times what a solution needs, on lengths nobody knows, from least to most."""

    metric: Metric
    solution: SourceFile
    factor: float
    least: int
    most: int


_Length = Annotated[int, Rule(ge=1, le=_LONGEST_HIDDEN)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _NoMoreEntry:
    metric: Metric
    source: tuple[SourceFile, ...]
    factor: Annotated[float, Rule(ge=1, le=10)] = 1.0
    lengths: tuple[_Length, ...] = (_SECRET_LENGTHS.start, _SECRET_LENGTHS.stop)


def _read_no_more(location: str, value: Any) -> NoMoreThan:
    entry = read_record(location, value, _NoMoreEntry)
    if len(entry.lengths) != 2:
        raise ContentError(f"{location}, lengths: give the least and the most.")
    least, most = entry.lengths
    if most - least < _FEWEST_LENGTHS:
        raise ContentError(f"{location}: the lengths are at least {_FEWEST_LENGTHS} apart.")
    return NoMoreThan(entry.metric, entry.source[0], entry.factor, least, most)


def _describe_no_more(wanted: NoMoreThan) -> str:
    times = "" if wanted.factor == 1.0 else f", or {wanted.factor:g} times as many,"
    title = METRICS[wanted.metric].title
    return f"no more {title} than a solution needs{times} on lengths that are not shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class _HiddenEntry:
    hidden: int
    lengths: tuple[_Length, ...] = HIDDEN_LENGTHS
    within: Annotated[float, Rule(ge=0, le=0.1)] = 0.0


_OF_HIDDEN = ("hidden", "lengths", "within")


def _read_same_result(location: str, value: Any) -> SameResult | HiddenResult:
    read = KIND_BY_NAME["same_result_as"].read
    if not isinstance(value, dict) or "hidden" not in value:
        return read(location, value)
    own = {key: part for key, part in value.items() if key in _OF_HIDDEN}
    entry = read_record(location, own, _HiddenEntry)
    if not 1 <= entry.hidden <= MOST_HIDDEN_INPUTS:
        raise ContentError(
            f"{location}, hidden: {entry.hidden} inputs; there can be 1 to {MOST_HIDDEN_INPUTS}."
        )
    if len(entry.lengths) < entry.hidden:
        raise ContentError(f"{location}, lengths: give a list of {entry.hidden} lengths.")
    same = read(location, {key: part for key, part in value.items() if key not in own})
    return HiddenResult(same, entry.lengths[: entry.hidden], entry.within)


def _describe_same_result(wanted: SameResult | HiddenResult) -> str:
    if isinstance(wanted, HiddenResult):
        same = _describe_same_result(wanted.same)
        if wanted.within:
            same = f"{same.replace('the same bits', 'the same result', 1)} but for rounding"
        return f"{same}, on inputs that are not shown"
    return KIND_BY_NAME["same_result_as"].describe(wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class _CyclesEntry:
    model: str
    cpu: str = "neoverse-n1"
    is_: Bound


def _read_cycles(location: str, value: Any) -> ModelledCycles:
    entry = read_record(location, value, _CyclesEntry)
    return ModelledCycles(entry.model, entry.cpu, entry.is_)


def _describe_cycles(wanted: ModelledCycles) -> str:
    return f"{wanted.bound.text} cycles per element on {wanted.cpu}, modelled by {wanted.model}"


def _bounded(name: str, title: str) -> Expected:
    return Expected(name, read_bound, lambda bound: f"{bound.text} {title}")


def _true_or_not(name: str, yes: str, no: str) -> Expected:
    return Expected(name, read_truth, lambda wanted: yes if wanted else no)


def _read_words(location: str, value: Any) -> tuple[str, ...]:
    words = value if isinstance(value, list) else [value]
    if not words:
        raise ContentError(f"{location}: name at least one operator.")
    return tuple(checked_text(location, word) for word in words)


PREDICTED = _true_or_not(
    "predicted", "the question is answered before the reveal", "no answer before the reveal"
)
LOOP_EXPECTED = (
    *(
        Expected(kind.name, kind.read, kind.describe)
        for kind in KIND_BY_NAME.values()
        if kind.name != "same_result_as"
    ),
    Expected("same_result_as", _read_same_result, _describe_same_result),
    Expected("no_more_than", _read_no_more, _describe_no_more),
    Expected("cycles_per_element", _read_cycles, _describe_cycles),
    Expected("classified", read_classified, describe_classified),
    PREDICTED,
)
NETWORK_EXPECTED = (
    _true_or_not("agrees", "the program computes what the network does", "the results differ"),
    _bounded("arena_bytes", "bytes of arena"),
    _bounded("kernels", "kernels"),
    _bounded("nodes", "nodes in the fused graph"),
    _bounded("instructions", "instructions of one run"),
    _bounded("dram_bytes", "bytes between the kernels and memory"),
    Expected(
        "group_has",
        _read_words,
        lambda words: f"one kernel that does {' and '.join(words)} together",
    ),
    _bounded("accuracy", "of the test pictures right"),
    PREDICTED,
)
DECODE_EXPECTED = (
    _true_or_not("fits", "the model fits into the chip's memory", "the model does not fit"),
    _bounded("tokens_per_second", "tokens a second, modelled"),
    Expected("bound", checked_text, lambda word: f"decoding is bound by {word}, modelled"),
    _bounded("bytes_per_token", "bytes read for a token, modelled"),
    PREDICTED,
)
QUIZ_EXPECTED = (
    Expected("answered", checked_text, lambda _: "the right answer"),
    PREDICTED,
)
EXPECTED: dict[ExerciseKind, dict[str, Expected]] = {
    "loop": {row.name: row for row in LOOP_EXPECTED},
    "network": {row.name: row for row in NETWORK_EXPECTED},
    "decode": {row.name: row for row in DECODE_EXPECTED},
    "quiz": {row.name: row for row in QUIZ_EXPECTED},
}
