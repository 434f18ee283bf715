"""Forms that no compiled program reached: their lines executed one by one on random states."""

from __future__ import annotations

import random
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from compiler_core.host.forms.matching import match
from compiler_core.host.forms.registry import FORMS
from compiler_core.host.instruction import parse_instruction
from tests.explain.execution import execute
from tests.explain.generate import CannotRun
from tests.explain.judging import Case, judge
from tests.explain.proving.tally import Tally
from tests.explain.samples import read_samples
from tests.explain.semantics import cases_of, compared, key_of, runnable

WANTED = 20
_CASES_AT_ONCE = 6000
# A first-faulting load that stopped early does not count: its form is drawn again.
_ROUNDS = 3


def fill_up(tally: Tally, seed: int) -> dict[str, str]:
    """Execute what was met less than WANTED times; what cannot be is returned with its reason."""
    source = random.Random(seed)
    lines, reasons = _runnable_by_form()
    for _ in range(_ROUNDS):
        lacking = {key: WANTED - tally.agreed[key] - tally.differed[key] for key in lines}
        lacking = {key: count for key, count in lacking.items() if count > 0}
        _execute_each(lines, lacking, tally, source, reasons)
    return {key: why for key, why in reasons.items() if not tally.agreed[key]}


def _runnable_by_form() -> tuple[dict[str, list[str]], dict[str, str]]:
    """Each form's lines that a program can execute; for a form without any, why."""
    lines: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for key, candidates in _lines_by_form().items():
        for line in candidates:
            try:
                ready = runnable(line)
            except CannotRun as reason:
                reasons.setdefault(key, str(reason))
            else:
                lines.setdefault(key, []).append(ready)
    for key in map(key_of, FORMS):
        if key not in lines:
            reasons.setdefault(key, "no assembler here takes a line of it")
    return lines, reasons


def _execute_each(
    lines: dict[str, list[str]],
    lacking: dict[str, int],
    tally: Tally,
    source: random.Random,
    reasons: dict[str, str],
) -> None:
    """So many trials of each form as it lacks, shared out among its lines."""
    cases: list[Case] = []
    for key, count in lacking.items():
        trials = -(-count // max(len(lines[key]), 1))
        for line in tuple(lines[key]):
            try:
                cases += cases_of(line, 2 * len(cases), source, trials=trials)
            except CannotRun as reason:
                reasons.setdefault(key, str(reason))
                lines[key].remove(line)
            # One program's memory begins anew: the places of cases follow from their number in it.
            if len(cases) >= _CASES_AT_ONCE:
                _execute(cases, tally)
                cases = []
    _execute(cases, tally)


def _lines_by_form() -> dict[str, list[str]]:
    lines: dict[str, list[str]] = defaultdict(list)
    for line in read_samples():
        found = match(parse_instruction(line))
        if found is not None:
            lines[key_of(found[0])].append(line)
    return lines


def _execute(cases: list[Case], tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        outcomes = execute(
            [test for case in cases for test in (case.test, case.twin)], Path(folder)
        )
    for case, outcome, twin in compared(cases, outcomes):
        problems = judge(case, outcome, twin)
        counts: Counter[str] = tally.differed if problems else tally.agreed
        counts[key_of(case.form)] += 1
        tally.examples += [f"generated: {case.line}: {problem}" for problem in problems[:1]]
