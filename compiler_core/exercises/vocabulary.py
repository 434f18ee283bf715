"""What a check may expect, by kind of exercise: names, how their values are read, and their words.

Of loops, everything that a claim may say of a source (`claims.vocabulary`), and a few more. What
judges each stands in `judging` and its neighbours; a test holds the two tables together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from compiler_core.claims.kinds.kind import Bound, read_bound, read_truth
from compiler_core.claims.kinds.runs import SameResult
from compiler_core.claims.metrics import METRICS, Metric
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import ContentError, checked_mapping, checked_text
from compiler_core.exercises.classified_kind import describe_classified, read_classified
from compiler_core.exercises.exercise import MOST_HIDDEN_INPUTS, ExerciseKind
from compiler_core.exercises.values import choice_of, whole_number_of
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


def _read_no_more(location: str, value: Any) -> NoMoreThan:
    known = {"metric", "source", "factor", "lengths"}
    fields = checked_mapping(location, value, known, {"metric", "source"})
    metric = choice_of(f"{location}, metric", fields["metric"], get_args(Metric))
    lengths = fields.get("lengths", [_SECRET_LENGTHS.start, _SECRET_LENGTHS.stop])
    if not isinstance(lengths, list) or len(lengths) != 2:
        raise ContentError(f"{location}, lengths: give the least and the most.")
    least, most = (whole_number_of(f"{location}, lengths", n, 1, _LONGEST_HIDDEN) for n in lengths)
    factor = float(fields.get("factor", 1.0))
    if not 1.0 <= factor <= 10.0 or most - least < _FEWEST_LENGTHS:
        raise ContentError(
            f"{location}: the factor is from 1 to 10, the lengths at least {_FEWEST_LENGTHS} apart."
        )
    return NoMoreThan(metric, fields["source"][0], factor, least, most)


def _describe_no_more(wanted: NoMoreThan) -> str:
    times = "" if wanted.factor == 1.0 else f", or {wanted.factor:g} times as many,"
    title = METRICS[wanted.metric].title
    return f"no more {title} than a solution needs{times} on lengths that are not shown"


def _read_same_result(location: str, value: Any) -> SameResult | HiddenResult:
    fields = dict(value) if isinstance(value, dict) else value
    read = KIND_BY_NAME["same_result_as"].read
    if not isinstance(fields, dict) or "hidden" not in fields:
        return read(location, fields)
    hidden = fields.pop("hidden")
    lengths = fields.pop("lengths", list(HIDDEN_LENGTHS))
    within = fields.pop("within", 0)
    if type(within) not in (int, float) or not 0 <= within <= 0.1:
        raise ContentError(f"{location}, within: give a number from 0 to 0.1, such as 0.0001.")
    if isinstance(hidden, bool) or not isinstance(hidden, int):
        raise ContentError(f"{location}, hidden: {hidden!r} is no number of inputs.")
    if not 1 <= hidden <= MOST_HIDDEN_INPUTS:
        raise ContentError(
            f"{location}, hidden: {hidden} inputs; there can be 1 to {MOST_HIDDEN_INPUTS}."
        )
    if not isinstance(lengths, list) or len(lengths) < hidden:
        raise ContentError(f"{location}, lengths: give a list of {hidden} lengths.")
    if not all(type(n) is int and 1 <= n <= _LONGEST_HIDDEN for n in lengths):
        raise ContentError(f"{location}, lengths: each from 1 to {_LONGEST_HIDDEN:,}.")
    return HiddenResult(read(location, fields), tuple(lengths[:hidden]), float(within))


def _describe_same_result(wanted: SameResult | HiddenResult) -> str:
    if isinstance(wanted, HiddenResult):
        same = _describe_same_result(wanted.same)
        if wanted.within:
            same = f"{same.replace('the same bits', 'the same result', 1)} but for rounding"
        return f"{same}, on inputs that are not shown"
    return KIND_BY_NAME["same_result_as"].describe(wanted)


def _read_cycles(location: str, value: Any) -> ModelledCycles:
    fields = checked_mapping(location, value, {"model", "cpu", "is"}, {"model", "is"})
    return ModelledCycles(
        checked_text(f"{location}, model", fields["model"]),
        checked_text(f"{location}, cpu", fields.get("cpu", "neoverse-n1")),
        read_bound(f"{location}, is", fields["is"]),
    )


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
