"""Expectations about instructions: in the loop that does most of the work, or in the function."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import (
    Bound,
    Found,
    Kind,
    quoted,
    read_bound,
    read_patterns,
)
from compiler_core.content_files import checked_text
from compiler_core.host.comparison.call_sentences import calls_of

_Patterns = tuple[re.Pattern[str], ...]
_CodeOf = Callable[[Case], Sequence[str]]
_SHOWN_LINES = 8


def _loop(case: Case) -> Sequence[str]:
    return case.loop_code


def _function(case: Case) -> Sequence[str]:
    return case.function_code


def _has(name: str, listing: str, code_of: _CodeOf) -> Kind:
    def judge(case: Case, patterns: _Patterns) -> Found:
        code = code_of(case)
        missing = [pattern for pattern in patterns if not pattern.search("\n".join(code))]
        return Found(not missing, _shown(code) if missing else f"found in {listing}")

    return Kind(name, read_patterns, lambda patterns: f"{listing} has {quoted(patterns)}", judge)


def _lacks(name: str, listing: str, code_of: _CodeOf) -> Kind:
    def judge(case: Case, patterns: _Patterns) -> Found:
        code = code_of(case)
        matches = [match for pattern in patterns if (match := pattern.search("\n".join(code)))]
        return Found(not matches, f"there is “{matches[0][0]}”" if matches else f"not in {listing}")

    return Kind(name, read_patterns, lambda patterns: f"{listing} lacks {quoted(patterns)}", judge)


def _shown(code: Sequence[str]) -> str:
    shown = "; ".join(code[:_SHOWN_LINES])
    more = f"; and {len(code) - _SHOWN_LINES} more" if len(code) > _SHOWN_LINES else ""
    return f"the code is: {shown}{more}" if code else "there is no such code"


def _judge_loop_size(case: Case, bound: Bound) -> Found:
    count = len(case.loop_code)
    return Found(bound.holds(count), f"the loop has {count} instructions")


def _judge_function_size(case: Case, bound: Bound) -> Found:
    count = sum(line.kind == "instruction" for line in case.function.lines)
    return Found(bound.holds(count), f"the function has {count} instructions")


def _called(case: Case) -> list[str]:
    return sorted(calls_of(case.function))


def _judge_calls(case: Case, name: str) -> Found:
    called = _called(case)
    return Found(name in called, f"calls: {', '.join(called) or 'none'}")


def _judge_no_call(case: Case, name: str) -> Found:
    called = _called(case)
    unwanted = bool(called) if name == "any" else name in called
    return Found(not unwanted, f"calls: {', '.join(called) or 'none'}")


CODE_KINDS: tuple[Kind, ...] = (
    _has("loop_has", "the loop", _loop),
    _lacks("loop_lacks", "the loop", _loop),
    _has("code_has", "the function", _function),
    _lacks("code_lacks", "the function", _function),
    Kind(
        "loop_size",
        read_bound,
        lambda bound: f"the loop has {bound.text} instructions",
        _judge_loop_size,
    ),
    Kind(
        "function_size",
        read_bound,
        lambda bound: f"the function has {bound.text} instructions",
        _judge_function_size,
    ),
    Kind("calls", checked_text, lambda name: f"{name} is called", _judge_calls),
    Kind("no_call", checked_text, lambda name: f"no call of {name}", _judge_no_call),
)
