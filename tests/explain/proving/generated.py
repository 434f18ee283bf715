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


def fill_up(tally: Tally, seed: int) -> dict[str, str]:
    """Execute what was met less than WANTED times; what cannot be is returned with its reason."""
    source = random.Random(seed)
    lines = _lines_by_form()
    cases: list[Case] = []
    reasons: dict[str, str] = {}
    for form in FORMS:
        key = key_of(form)
        lacking = WANTED - tally.agreed[key] - tally.differed[key]
        if lacking <= 0:
            continue
        if not lines[key]:
            reasons[key] = "no assembler here takes a line of it"
            continue
        trials = -(-lacking // len(lines[key]))
        for line in lines[key]:
            try:
                cases += cases_of(runnable(line), 2 * len(cases), source, trials=trials)
            except CannotRun as reason:
                reasons.setdefault(key, str(reason))
            # One program's memory begins anew: the places of cases follow from their number in it.
            if len(cases) >= _CASES_AT_ONCE:
                _execute(cases, tally)
                cases = []
    _execute(cases, tally)
    return {key: why for key, why in reasons.items() if not tally.agreed[key]}


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
