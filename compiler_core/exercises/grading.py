"""An answer graded: every check judged in order, with one sentence for each.

The same answer under the same secret gives the same outcomes: inputs are drawn from the secret,
and nothing that is judged depends on the clock. A fault of ours is an `error` and costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler_core.claims.kinds.kind import Found
from compiler_core.content_files import ContentError
from compiler_core.errors import InputError, LoweringLabError, Overloaded
from compiler_core.exercises.check_reading import read_argument
from compiler_core.exercises.exercise import Check
from compiler_core.exercises.judge import Judge
from compiler_core.exercises.outcome import Outcome
from compiler_core.exercises.posing import PosedExercise
from compiler_core.exercises.timed_patterns import PatternTooSlow, with_timed_patterns
from compiler_core.exercises.values import did_you_mean
from compiler_core.toolchain.clock_limits import noting_clock_limits

_LONGEST_SENTENCE = 600


def grade(
    posed: PosedExercise,
    state: Mapping[str, Any],
    secret: bytes,
    answered_first: bool = False,
) -> tuple[Outcome, ...]:
    """Every check of the exercise on one answer.

    state: what the student may change, by name; what is left out is the starter's. secret: seeds
    the hidden inputs; the same for all that are to be graded alike. answered_first: the prediction
    was made before the reveal. Raises InputError for a state with other keys.
    """
    answer = checked_state(posed, state)
    try:
        judge = _judge_for(posed, answer, secret, answered_first)
        with noting_clock_limits() as cut_off:
            refused = judge.refusal()
        if refused is not None and cut_off:
            raise _judged_again()
    except LoweringLabError as error:
        return _all_alike(posed, _status_of(error), _said(str(error)))
    if refused is not None:
        return _all_alike(posed, "failed", refused.sentence)
    return _judged_in_order(posed, judge)


def checked_state(posed: PosedExercise, state: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with what it leaves as the starter has it. Raises InputError."""
    allow = posed.exercise.allow
    for name in state:
        if name not in allow:
            raise InputError(
                f"{str(name)[:40]!r} is nothing that this exercise lets you change.",
                did_you_mean(str(name), allow),
            )
    starter = dict(posed.starter)
    settings = starter.pop("settings", {})
    answer = {**starter, **settings, **state}
    source = answer.get("source", "")
    if not isinstance(source, str):
        raise InputError("The source must be text.")
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > posed.exercise.limits.source_bytes or "\0" in source:
        raise InputError(
            f"The source is {size:,} bytes; it may have {posed.exercise.limits.source_bytes:,} "
            "and no NUL character."
        )
    return answer


def _judge_for(
    posed: PosedExercise, answer: Mapping[str, Any], secret: bytes, answered_first: bool
) -> Judge:
    kind = posed.exercise.kind
    if kind == "loop":
        from compiler_core.exercises.loop_judge import LoopJudge

        return LoopJudge(posed, answer, secret, answered_first)
    if kind == "network":
        from compiler_core.exercises.network_judge import NetworkJudge

        return NetworkJudge(answer, answered_first)
    if kind == "decode":
        from compiler_core.exercises.decode_judge import DecodeJudge

        return DecodeJudge(posed, answer, answered_first)
    from compiler_core.exercises.quiz_judge import QuizJudge

    return QuizJudge(answer, answered_first)


def _judged_in_order(posed: PosedExercise, judge: Judge) -> tuple[Outcome, ...]:
    outcomes: list[Outcome] = []
    closed: Outcome | None = None
    for number, check in enumerate(posed.checks):
        if closed is not None:
            outcomes.append(_after(closed, number, check))
            continue
        outcome = _outcome(posed, judge, number, check)
        outcomes.append(outcome)
        if check.gate and outcome.status != "passed":
            closed = outcome
    return tuple(outcomes)


def _after(gate: Outcome, number: int, check: Check) -> Outcome:
    """What follows a gate that is not passed: nobody's fault where the gate's fault was ours."""
    if gate.status == "error":
        sentence = f"Not judged yet: check {gate.check + 1} could not be judged."
        return Outcome(check=number, status="error", points=0, of=check.points, sentence=sentence)
    sentence = f"Not judged: check {gate.check + 1} comes first."
    return Outcome(check=number, status="skipped", points=0, of=check.points, sentence=sentence)


def _outcome(posed: PosedExercise, judge: Judge, number: int, check: Check) -> Outcome:
    try:
        findings = [_found(posed, judge, number, name, value) for name, value in check.expectations]
    except LoweringLabError as error:
        return Outcome(
            check=number, status="error", points=0, of=check.points, sentence=_said(str(error))
        )
    failed = [finding for finding in findings if not finding.holds]
    texts = " ".join(dict.fromkeys(_said(answer.text) for answer in failed or findings))
    data = {"expected": check.text, "found": texts}
    if failed:
        sentence = _shortened(f"{check.text} Found: {texts}")
        return Outcome(
            check=number, status="failed", points=0, of=check.points, sentence=sentence, data=data
        )
    return Outcome(
        check=number,
        status="passed",
        points=check.points,
        of=check.points,
        sentence=texts,
        data=data,
    )


def _found(posed: PosedExercise, judge: Judge, number: int, name: str, value: Any) -> Found:
    """Raises LoweringLabError for what is no fault of the answer's."""
    kind = posed.exercise.kind
    argument = read_argument(f"checks[{number}]", kind, name, value, posed.files)
    with noting_clock_limits() as cut_off:
        try:
            finding = judge.judge(name, with_timed_patterns(argument))
        except (ContentError, PatternTooSlow):
            raise
        except InputError as error:
            finding = Found(False, str(error))
    if not finding.holds and cut_off:
        raise _judged_again()
    return finding


def _judged_again() -> Overloaded:
    """For a check that does not hold where the machine was too busy to tell."""
    return Overloaded("A compile or a run took too long on the clock.", "It is tried again.")


def _all_alike(posed: PosedExercise, status: Any, sentence: str) -> tuple[Outcome, ...]:
    """Nothing can be judged: the first check says why, the others that they were not reached."""
    rest = "error" if status == "error" else "skipped"
    later = "Not judged: see the first check."
    return tuple(
        Outcome(
            check=number,
            status=rest if number else status,
            points=0,
            of=check.points,
            sentence=later if number else _shortened(sentence),
        )
        for number, check in enumerate(posed.checks)
    )


def _status_of(error: LoweringLabError) -> str:
    ours = isinstance(error, ContentError | PatternTooSlow) or not isinstance(error, InputError)
    return "error" if ours else "failed"


def _said(text: str) -> str:
    """As a sentence on one line."""
    words = _shortened(" ".join(text.split()))
    begun = words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "”", "…", "!", "?")) else f"{begun}."


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SENTENCE else f"{text[: _LONGEST_SENTENCE - 1]}…"
