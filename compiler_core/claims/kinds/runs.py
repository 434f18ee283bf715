"""Expectations about running the function under the emulator: counts, results, broken promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Bound, Found, Kind
from compiler_core.claims.kinds.settings import OtherEntry, OtherSetting, checked_other
from compiler_core.claims.metrics import METRICS, Metric, measure
from compiler_core.content_files import read_record
from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.count import count_source
from compiler_core.host.running.count_as import DrivenAs, count_as
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.record import Counts

DEFAULT_N = 1024


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


_USUAL_RUN = Run(DEFAULT_N, 128, ())


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


@dataclass(frozen=True, kw_only=True)
class RunEntry:
    """The keys of a run; None for what is left open. Without slots: two bases cannot have them."""

    n: int | None = None
    sve_bits: int | None = None
    set_: tuple[str, ...] | None = None

    def run(self, default: Run = _USUAL_RUN) -> Run:
        """What is left open is as in the default."""
        return Run(
            n=default.n if self.n is None else self.n,
            sve_bits=default.sve_bits if self.sve_bits is None else self.sve_bits,
            settings=default.settings if self.set_ is None else self.set_,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _OtherRunEntry(RunEntry, OtherEntry):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class _CountEntry(RunEntry):
    metric: Metric
    is_: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class _FewerEntry(RunEntry):
    metric: Metric
    than: _OtherRunEntry
    factor: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _AsManyEntry(RunEntry):
    metric: Metric
    as_: _OtherRunEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class _PromiseEntry(RunEntry):
    offset: int
    breaks: bool


def _read_count(location: str, value: Any) -> Count:
    entry = read_record(location, value, _CountEntry)
    return Count(entry.run(), entry.metric, entry.is_)


def _read_fewer(location: str, value: Any) -> Fewer:
    entry = read_record(location, value, _FewerEntry)
    return Fewer(
        run=entry.run(),
        metric=entry.metric,
        other=entry.than.setting(),
        other_run=entry.than.run(entry.run()),
        factor=entry.factor,
    )


def _read_as_many(location: str, value: Any) -> AsMany:
    entry = read_record(location, value, _AsManyEntry)
    return AsMany(entry.run(), entry.metric, entry.as_.setting(), entry.as_.run(entry.run()))


def _read_same(location: str, value: Any) -> SameResult:
    entry = read_record(location, value, _OtherRunEntry)
    return SameResult(entry.run(), checked_other(location, entry.setting()))


def _read_promise(location: str, value: Any) -> BrokenPromise:
    entry = read_record(location, value, _PromiseEntry)
    return BrokenPromise(entry.run(), entry.offset, entry.breaks)


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
