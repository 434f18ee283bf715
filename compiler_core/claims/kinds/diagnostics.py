"""Expectations about what the compiler says while it compiles: warnings, errors, or nothing."""

from __future__ import annotations

import re

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found, Kind, read_pattern, read_truth
from compiler_core.host.compile import compile_source
from compiler_core.host.diagnostics import Diagnostic


def _said(case: Case) -> tuple[Diagnostic, ...]:
    """Also of a source that is refused."""
    setting = case.setting
    return compile_source(setting.sources, case.compiler.name, setting.flags).diagnostics


def _judge(case: Case, severities: tuple[str, ...], pattern: re.Pattern[str]) -> Found:
    texts = [diagnostic.message for diagnostic in _said(case) if diagnostic.severity in severities]
    message = next((text for text in texts if pattern.search(text)), None)
    if message is not None:
        return Found(True, f"the compiler says “{message}”")
    return Found(False, f"{len(texts)} such messages, none of them like this")


def _judge_warning(case: Case, pattern: re.Pattern[str]) -> Found:
    return _judge(case, ("warning",), pattern)


def _judge_error(case: Case, pattern: re.Pattern[str]) -> Found:
    return _judge(case, ("error", "fatal error"), pattern)


def _judge_silent(case: Case, wanted: bool) -> Found:
    said = _said(case)
    words = f"the compiler says “{said[0].message}”" if said else "the compiler says nothing"
    return Found((not said) == wanted, words)


DIAGNOSTIC_KINDS: tuple[Kind, ...] = (
    Kind(
        "warns",
        read_pattern,
        lambda pattern: f"the compiler warns “{pattern.pattern}”",
        _judge_warning,
    ),
    Kind(
        "error",
        read_pattern,
        lambda pattern: f"the compiler refuses it with “{pattern.pattern}”",
        _judge_error,
    ),
    Kind(
        "silent",
        read_truth,
        lambda silent: "no message of the compiler" if silent else "a message of the compiler",
        _judge_silent,
    ),
)
