"""Expectations about names of processors: which of them a compiler takes after -mcpu=."""

from __future__ import annotations

from typing import Any

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found, Kind
from compiler_core.content_files import ContentError, checked_text


def _read_names(location: str, value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not names:
        raise ContentError(f"{location}: no CPU is named.")
    return tuple(checked_text(location, name) for name in names)


def _judge_taken(case: Case, names: tuple[str, ...]) -> Found:
    refused = [name for name in names if name not in case.compiler.cpus]
    return Found(not refused, _sentence("refuses", refused) or _sentence("takes", list(names)))


def _judge_refused(case: Case, names: tuple[str, ...]) -> Found:
    taken = [name for name in names if name in case.compiler.cpus]
    return Found(not taken, _sentence("takes", taken) or _sentence("refuses", list(names)))


def _sentence(verb: str, names: list[str]) -> str:
    return f"the compiler {verb} {', '.join(names)}" if names else ""


CPU_KINDS: tuple[Kind, ...] = (
    Kind(
        "takes_cpu",
        _read_names,
        lambda names: f"-mcpu= takes {', '.join(names)}",
        _judge_taken,
    ),
    Kind(
        "refuses_cpu",
        _read_names,
        lambda names: f"-mcpu= refuses {', '.join(names)}",
        _judge_refused,
    ),
)
