"""Expectations about the verdict of a source loop: what the Why card says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import (
    Bound,
    Found,
    Kind,
    read_bound,
    read_pattern,
    read_truth,
)
from compiler_core.content_files import ContentError, checked_text
from compiler_core.errors import UnknownName
from compiler_core.host.verdicts.reasons import reason_named

_BEHIND_A_CHECK = "vectorized_overlap_check"


def _about_verdict(
    name: str,
    read: Callable[[str, Any], Any],
    describe: Callable[[Any], str],
) -> Kind:
    def judge(case: Case, wanted: Any) -> Found:
        value = getattr(case.verdict, name)
        holds = wanted.holds(value) if isinstance(wanted, Bound) else value == wanted
        return Found(holds, case.verdict.sentence)

    return Kind(name, read, describe, judge)


def _yes_or_no(yes: str, no: str) -> Callable[[bool], str]:
    return lambda wanted: yes if wanted else no


def _read_reason(location: str, value: Any) -> str:
    key = checked_text(location, value)
    try:
        return reason_named(key).key
    except UnknownName as error:
        raise ContentError(f"{location}: {error.message}") from error


def _judge_reason(case: Case, wanted: str) -> Found:
    verdict = case.verdict
    return Found(verdict.reason_key == wanted, verdict.sentence)


def _judge_overlap_check(case: Case, wanted: bool) -> Found:
    verdict = case.verdict
    has = verdict.reason_key == _BEHIND_A_CHECK
    return Found(verdict.vectorized and has == wanted, verdict.sentence)


def _judge_remark(case: Case, pattern: Any) -> Found:
    line = case.setting.line
    texts = [
        account.message
        for account in case.why.remarks
        if not line or (account.remark.location and account.remark.location.line == line)
    ]
    message = next((text for text in texts if pattern.search(text)), None)
    if message is not None:
        return Found(True, f"the compiler says “{message}”")
    return Found(False, f"{len(texts)} remarks, none of them like this")


LOOP_KINDS: tuple[Kind, ...] = (
    _about_verdict(
        "vectorized", read_truth, _yes_or_no("the loop is vectorised", "the loop is not vectorised")
    ),
    _about_verdict(
        "scalable",
        read_truth,
        _yes_or_no("with vectors of unknown length", "with vectors of fixed length"),
    ),
    _about_verdict("vector_bytes", read_bound, lambda bound: f"vectors of {bound.text} bytes"),
    _about_verdict("interleave", read_bound, lambda bound: f"{bound.text} vectors side by side"),
    _about_verdict("arithmetic", checked_text, lambda word: f"arithmetic: {word}"),
    Kind(
        "reason",
        _read_reason,
        lambda key: f"the reason is “{reason_named(key).title}”",
        _judge_reason,
    ),
    Kind(
        "overlap_check",
        read_truth,
        _yes_or_no(
            "vectors behind a check that arrays do not overlap",
            "vectors without a check of overlap",
        ),
        _judge_overlap_check,
    ),
    Kind(
        "remark",
        read_pattern,
        lambda pattern: f"the compiler remarks “{pattern.pattern}”",
        _judge_remark,
    ),
)
