"""Try every claim on every compiler that is installed, and claims about facts once.

A claim and a compiler give one result. The statements that count are those of `holds` that cover
the compiler, or if there is none those of `differs`; all of their expectations must be met.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import cast

from compiler_core.asker import WorkPool
from compiler_core.claims.case import Case
from compiler_core.claims.claim import (
    Break,
    Claim,
    ClaimReport,
    ClaimResult,
    Expectation,
    Statement,
)
from compiler_core.claims.compiler_range import CORE
from compiler_core.claims.kinds.facts import (
    FactExpectation,
    basis_of,
    describe_fact,
    judge_fact,
    told_together,
)
from compiler_core.claims.kinds.kind import Found
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.errors import InputError, ToolMissing
from compiler_core.following import Progress, Steps, unfollowed
from compiler_core.toolchain.clock_limits import noting_clock_limits
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler

CORE_TITLE = "Lowering Lab"
TRIES = 3
"""Of a claim that is not found where a limit of time on the clock cut something off."""
TOO_BUSY = (
    "Not known here: this machine has so much else to do that a compile or a run met its limit of "
    "time on the clock."
)


def check_claims(
    claims: Sequence[Claim],
    compilers: Sequence[Compiler] | None = None,
    progress: Progress = unfollowed,
) -> ClaimReport:
    """All results, by claim and then by compiler; after them what breaks a claim.

    Raises Overloaded and JailBroken.
    """
    needed = any(not claim.is_of_core for claim in claims)
    tried = compilers or (installed_compilers() if compilers is None and needed else ())
    with WorkPool(max_workers=os.cpu_count() or 1) as pool:
        pairs = [(claim, who) for claim in claims for who in asked_by(claim, tried)]
        broken = [
            (claim, counterexample, compiler)
            for claim in claims
            for counterexample in claim.breaks
            for compiler in tried
            if counterexample.statement.compilers.covers(compiler)
        ]
        steps = Steps(len(pairs) + len(broken), "checks done", progress)
        stated = pool.map(steps.counting(lambda pair: _stated(*pair)), pairs)
        breaks = pool.map(steps.counting(lambda row: check_break(*row)), broken)
        results = (*stated, *breaks)
    return ClaimReport(
        claims=results,
        passed=sum(result.holds is True for result in results),
        failed=sum(result.holds is False for result in results),
        unstated=sum(result.holds is None for result in results),
    )


def asked_by(claim: Claim, compilers: Sequence[Compiler]) -> tuple[Compiler | None, ...]:
    """Who is asked about a claim; None for our own compilers and models."""
    return (None,) if claim.is_of_core else tuple(compilers)


def _stated(claim: Claim, compiler: Compiler | None) -> ClaimResult:
    return check_facts(claim) if compiler is None else check_claim(claim, compiler)


def check_facts(claim: Claim) -> ClaimResult:
    """A claim about models, chips or the atlas, as they are here and now; models are compiled if
    they were not. Raises WorkCancelled and JailBroken."""
    return _in_time(lambda: _tried_facts(claim))


def _tried_facts(claim: Claim) -> ClaimResult:
    wanted = [
        cast("FactExpectation", row.argument)
        for statement in claim.holds
        for row in statement.expectations
    ]
    expected = "; ".join(map(describe_fact, wanted))
    basis = basis_of(wanted)
    holds: bool | None = None
    try:
        findings = [judge_fact(expectation) for expectation in wanted]
        failed = [finding for finding in findings if not finding.holds]
        holds, text = not failed, _together([told_together(failed or findings)])
    except ToolMissing as error:
        text = str(error)
    return ClaimResult(
        id=claim.id,
        lesson=claim.lesson,
        compiler=CORE,
        compiler_title=CORE_TITLE,
        flags=(),
        holds=holds,
        states="holds",
        says=claim.says,
        expected=expected,
        found=text,
        basis=basis,
    )


def check_claim(claim: Claim, compiler: Compiler) -> ClaimResult:
    """One claim on one compiler."""
    for states, statements in (("holds", claim.holds), ("differs", claim.differs)):
        covering = [statement for statement in statements if statement.compilers.covers(compiler)]
        if covering:
            return _checked(claim, compiler, states, covering)
    return _result(claim, compiler, None, "", (), "nothing is stated for this compiler")


def check_break(claim: Claim, turned: Break, compiler: Compiler) -> ClaimResult:
    """Whether the flag or edit that is said to turn a claim over does so."""
    result = _checked(claim, compiler, "breaks", [turned.statement])
    return replace(result, id=f"{claim.id}: {turned.title}", says=turned.title)


def judge(statement: Statement, compiler: Compiler) -> Found:
    """Whether every expectation is met, and what was found: what failed, else everything.

    Raises ToolMissing.
    """
    case = Case(statement.setting, compiler)
    findings = [_judged(case, expectation) for expectation in statement.expectations]
    failed = [finding for finding in findings if not finding.holds]
    return Found(not failed, _together(answer.text for answer in failed or findings))


def _together(texts: Iterable[str]) -> str:
    """Each text once, as sentences."""
    sentences = (text if text.endswith((".", "”")) else f"{text}." for text in texts)
    return " ".join(dict.fromkeys(sentences))


def expected_of(statement: Statement) -> str:
    """The expectations in words."""
    return "; ".join(
        KIND_BY_NAME[expectation.kind].describe(expectation.argument)
        for expectation in statement.expectations
    )


def _checked(
    claim: Claim, compiler: Compiler, states: str, covering: Sequence[Statement]
) -> ClaimResult:
    return _in_time(lambda: _tried(claim, compiler, states, covering))


def _in_time(tried: Callable[[], ClaimResult]) -> ClaimResult:
    """A busy machine is no reason for a claim to fail: what a limit on the clock cut off is tried
    again, and after that not known."""
    result = None
    for _ in range(TRIES):
        with noting_clock_limits() as cut_off:
            result = tried()
        if result.holds is not False or not cut_off:
            return result
    assert result is not None
    return replace(result, holds=None, found=TOO_BUSY)


def _tried(
    claim: Claim, compiler: Compiler, states: str, covering: Sequence[Statement]
) -> ClaimResult:
    try:
        findings = [judge(statement, compiler) for statement in covering]
    except ToolMissing as error:
        return _result(claim, compiler, None, states, covering, str(error))
    failed = [finding for finding in findings if not finding.holds]
    texts = _together(answer.text for answer in failed or findings)
    return _result(claim, compiler, not failed, states, covering, texts)


def _judged(case: Case, expectation: Expectation) -> Found:
    try:
        return KIND_BY_NAME[expectation.kind].judge(case, expectation.argument)
    except InputError as error:
        # A flag that this compiler does not know, or a source it refuses: then what is claimed was
        # not found.
        return Found(False, str(error))


def _result(
    claim: Claim,
    compiler: Compiler,
    holds: bool | None,
    states: str,
    covering: Sequence[Statement],
    text: str,
) -> ClaimResult:
    own_words = next((statement.says for statement in covering if statement.says), "")
    return ClaimResult(
        id=claim.id,
        lesson=claim.lesson,
        compiler=compiler.name,
        compiler_title=compiler.title,
        flags=tuple(dict.fromkeys(statement.setting.flags for statement in covering)),
        holds=holds,
        states=states,
        says=own_words or (claim.says if states else ""),
        expected="; ".join(dict.fromkeys(expected_of(statement) for statement in covering)),
        found=text,
    )
