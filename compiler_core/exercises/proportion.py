"""A bound that holds at the length that an exercise names must hold at others in proportion.

The named length is known, so an answer could be quick there and slow everywhere else. It is counted
once more at a length from the secret, on which its result was compared as well.
"""

from __future__ import annotations

from dataclasses import replace

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found
from compiler_core.claims.kinds.runs import Count, counts_of
from compiler_core.claims.metrics import METRICS, measure

# What is left behind the last whole vector depends on the length: a few elements, one by one.
_MORE = 1.05
_REST = 100.0
_REST_PER_ELEMENT = 0.1


def in_proportion(case: Case, wanted: Count, finding: Found) -> Found:
    """What was found at the named length, unless the hidden one shows that it is an exception.

    Only upper bounds can be carried over. Raises what `counts_of` does.
    """
    if wanted.bound.least != float("-inf") or case.length <= wanted.run.n:
        return finding
    run = replace(wanted.run, n=case.length, seed=case.seed)
    value, most = measure(counts_of(case, run), wanted.metric), _most(wanted, case.length)
    if value <= most:
        return finding
    title = METRICS[wanted.metric].title
    return Found(
        False,
        f"{finding.text}, but at a hidden length of {case.length:,} {value:,.6g} {title} "
        f"where {most:,.6g} would be in proportion",
    )


def _most(wanted: Count, length: int) -> float:
    """The bound at another length."""
    most = wanted.bound.most
    if "_per_" in wanted.metric:
        return _MORE * most + _REST_PER_ELEMENT
    return _MORE * most * length / wanted.run.n + _REST
