"""Expectations about running the function under the emulator: counts, results, broken promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Bound, Found, Kind, read_bound, read_truth
from compiler_core.claims.kinds.settings import (
    SETTING_KEYS,
    OtherSetting,
    other_setting,
    read_other,
)
from compiler_core.claims.metrics import METRICS, Metric, measure
from compiler_core.content_files import ContentError, checked_mapping
from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.count import count_source
from compiler_core.host.running.count_as import DrivenAs, count_as
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.record import Counts

DEFAULT_N = 1024
_RUN_KEYS = {"n", "sve_bits", "set"}


@dataclass(frozen=True, slots=True)
class Run:
    """How the function is run: n, vector length, values of parameters, seed of all others."""

    n: int
    sve_bits: int
    settings: tuple[str, ...]
    seed: int = 1

    def experiment(self, case: Case) -> Experiment:
        """The experiment on the function in question. Raises InputError."""
        return experiment_of(case.setting.function, self.n, self.seed, self.settings, self.sve_bits)


@dataclass(frozen=True, slots=True)
class Count:
    """A metric of one run within a bound."""

    run: Run
    metric: Metric
    bound: Bound


@dataclass(frozen=True, slots=True)
class Fewer:
    """A metric is smaller than under another setting or vector length, by at least this factor."""

    run: Run
    metric: Metric
    other: OtherSetting
    other_run: Run
    factor: float


@dataclass(frozen=True, slots=True)
class AsMany:
    """A metric is what it is under another setting or vector length, to the last one."""

    run: Run
    metric: Metric
    other: OtherSetting
    other_run: Run


@dataclass(frozen=True, slots=True)
class SameResult:
    """The outputs' bits against another setting's, on the same inputs."""

    run: Run
    other: OtherSetting


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """Whether overlapping arrays, this many elements apart, give a wrong result."""

    run: Run
    offset: int
    breaks: bool


def _read_run(location: str, fields: Any, default: Run | None = None) -> Run:
    base = default or Run(DEFAULT_N, 128, ())
    values = fields.get("set", list(base.settings))
    if not isinstance(values, list):
        raise ContentError(f"{location}: set must be a list such as ['k=2.0'].")
    return Run(
        n=int(fields.get("n", base.n)),
        sve_bits=int(fields.get("sve_bits", base.sve_bits)),
        settings=tuple(str(value) for value in values),
    )


def _read_metric(location: str, value: object) -> Metric:
    if value not in get_args(Metric):
        raise ContentError(f"{location}: metric must be one of {list(get_args(Metric))}.")
    return value  # type: ignore[return-value]


def _read_count(location: str, value: Any) -> Count:
    fields = checked_mapping(location, value, {"metric", "is", *_RUN_KEYS}, {"metric", "is"})
    metric = _read_metric(location, fields["metric"])
    return Count(_read_run(location, fields), metric, read_bound(f"{location}, is", fields["is"]))


def _read_fewer(location: str, value: Any) -> Fewer:
    known = {"metric", "than", "factor", *_RUN_KEYS}
    fields = checked_mapping(location, value, known, {"metric", "than"})
    than = checked_mapping(f"{location}, than", fields["than"], SETTING_KEYS | _RUN_KEYS, set())
    run = _read_run(location, fields)
    return Fewer(
        run=run,
        metric=_read_metric(location, fields["metric"]),
        other=other_setting({key: than[key] for key in SETTING_KEYS & set(than)}),
        other_run=_read_run(location, than, run),
        factor=float(fields.get("factor", 1.0)),
    )


def _read_as_many(location: str, value: Any) -> AsMany:
    fields = checked_mapping(location, value, {"metric", "as", *_RUN_KEYS}, {"metric", "as"})
    other = checked_mapping(f"{location}, as", fields["as"], SETTING_KEYS | _RUN_KEYS, set())
    run = _read_run(location, fields)
    return AsMany(
        run=run,
        metric=_read_metric(location, fields["metric"]),
        other=other_setting({key: other[key] for key in SETTING_KEYS & set(other)}),
        other_run=_read_run(location, other, run),
    )


def _read_same(location: str, value: Any) -> SameResult:
    fields = checked_mapping(location, value, SETTING_KEYS | _RUN_KEYS, set())
    own = {key: fields[key] for key in SETTING_KEYS & set(fields)}
    return SameResult(_read_run(location, fields), read_other(location, own))


def _read_promise(location: str, value: Any) -> BrokenPromise:
    fields = checked_mapping(
        location, value, {"offset", "breaks", *_RUN_KEYS}, {"offset", "breaks"}
    )
    breaks = read_truth(f"{location}, breaks", fields["breaks"])
    return BrokenPromise(_read_run(location, fields), int(fields["offset"]), breaks)


def counts_of(case: Case, run: Run) -> Counts:
    """The counts of one run of the function in question. Raises NothingThere, InputError."""
    setting = case.setting
    if case.driven_as is not None:
        return _counts_as(case, case.driven_as, run)
    counts = count_source(setting.sources, case.compiler.name, setting.flags, run.experiment(case))
    if not counts.ok:
        raise NothingThere(f"It does not run: {counts.message}")
    return counts


def _counts_as(case: Case, reference: DrivenAs, run: Run) -> Counts:
    setting = case.setting
    counted = count_as(
        reference, setting.sources, (case.compiler.name, setting.flags), run.experiment(case)
    )
    if not counted.counts.ok:
        raise NothingThere(f"It does not run: {counted.counts.message}")
    if counted.tampering:
        raise NothingThere(f"It cannot be counted: {counted.tampering}.")
    return counted.counts


def _judge_count(case: Case, wanted: Count) -> Found:
    value = measure(counts_of(case, wanted.run), wanted.metric)
    return Found(wanted.bound.holds(value), f"{value:g} {METRICS[wanted.metric].title}")


def _judge_fewer(case: Case, wanted: Fewer) -> Found:
    own = measure(counts_of(case, wanted.run), wanted.metric)
    theirs = measure(counts_of(wanted.other.case(case), wanted.other_run), wanted.metric)
    holds = own < theirs if wanted.factor == 1.0 else own * wanted.factor <= theirs
    return Found(holds, f"{own:g} against {theirs:g} {METRICS[wanted.metric].title}")


def _judge_as_many(case: Case, wanted: AsMany) -> Found:
    own = measure(counts_of(case, wanted.run), wanted.metric)
    theirs = measure(counts_of(wanted.other.case(case), wanted.other_run), wanted.metric)
    return Found(own == theirs, f"{own:g} against {theirs:g} {METRICS[wanted.metric].title}")


def _judge_same(case: Case, wanted: SameResult) -> Found:
    other = wanted.other.case(case)
    left, right = other.setting, case.setting
    if left.sources == right.sources:
        comparison = compare_settings(
            right.sources,
            (case.compiler.name, left.flags),
            (case.compiler.name, right.flags),
            wanted.run.experiment(case),
        )
        return Found(comparison.equal, " ".join(comparison.sentences))
    digests = [counts_of(side, wanted.run).output_digest for side in (other, case)]
    same = digests[0] == digests[1]
    return Found(same, "the same bits" if same else "other bits")


def _judge_other(case: Case, wanted: SameResult) -> Found:
    finding = _judge_same(case, wanted)
    return Found(not finding.holds, finding.text)


def _judge_promise(case: Case, wanted: BrokenPromise) -> Found:
    setting = case.setting
    overlap = run_overlap(
        setting.sources,
        case.compiler.name,
        setting.flags,
        wanted.run.experiment(case),
        wanted.offset,
    )
    return Found(overlap.broke == wanted.breaks, " ".join(overlap.sentences))


def _describe_count(wanted: Count) -> str:
    return f"{METRICS[wanted.metric].title}: {wanted.bound.text} (n = {wanted.run.n})"


def _describe_fewer(wanted: Fewer) -> str:
    factor = "" if wanted.factor == 1.0 else f", at least {wanted.factor:g} times"
    other = str(wanted.other) or f"{wanted.other_run.sve_bits} bits"
    return f"fewer {METRICS[wanted.metric].title} than with {other}{factor}"


def _describe_as_many(wanted: AsMany) -> str:
    other = str(wanted.other) or f"{wanted.other_run.sve_bits} bits"
    return f"as many {METRICS[wanted.metric].title} as with {other}"


def _describe_promise(wanted: BrokenPromise) -> str:
    result = "a wrong" if wanted.breaks else "the right"
    return f"arrays {wanted.offset} elements apart give {result} result"


def _describe_same(wanted: SameResult) -> str:
    return f"the same bits as with {wanted.other}"


def _describe_other(wanted: SameResult) -> str:
    return f"other bits than with {wanted.other}"


RUN_KINDS: tuple[Kind, ...] = (
    Kind("count", _read_count, _describe_count, _judge_count),
    Kind("fewer", _read_fewer, _describe_fewer, _judge_fewer),
    Kind("as_many", _read_as_many, _describe_as_many, _judge_as_many),
    Kind("same_result_as", _read_same, _describe_same, _judge_same),
    Kind("other_result_than", _read_same, _describe_other, _judge_other),
    Kind("overlap", _read_promise, _describe_promise, _judge_promise),
)
