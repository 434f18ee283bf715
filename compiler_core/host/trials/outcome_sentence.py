"""What a trial changed, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from compiler_core.host.trials.results import TrialResults
from compiler_core.host.verdicts.verdict import Verdict

Turn = Literal["vectorised", "scalar", "stays"]


def mnemonics(verdict: Verdict) -> tuple[str, ...]:
    """The main loop's instructions without registers and numbers."""
    return tuple(line.split(None, 1)[0] for line in verdict.body)


def _loops(verdict: Verdict) -> tuple[str, ...]:
    """What was seen of the loops of the assembly: their roles and lengths."""
    return tuple(evidence.text for evidence in verdict.evidence if evidence.kind == "assembly")


def is_same(before: Verdict, after: Verdict) -> bool:
    """Same verdict, same instructions in the main loop, and the same loops beside it."""
    judged = ("vectorized", "scalable", "arithmetic", "vector_bytes", "interleave", "reason_key")
    same_code = mnemonics(before) == mnemonics(after) and _loops(before) == _loops(after)
    return same_code and all(getattr(before, name) == getattr(after, name) for name in judged)


def outcome_of(before: Verdict, after: Verdict | None, others_changed: Sequence[Verdict]) -> str:
    """One or two sentences; others_changed: other loops whose verdict turned with it."""
    if after is None:
        return "After the change this loop is gone: look at the source and the listing."
    inner = ""
    if others_changed:
        lines = ", ".join(str(verdict.source_line) for verdict in others_changed)
        inner = f" The loop of line {lines} changes with it."
    if is_same(before, after):
        unchanged = "It changes neither the verdict nor the instructions of this loop."
        return inner.strip() or unchanged
    if before.vectorized != after.vectorized:
        return _turned(after) + inner
    if before.title == after.title and _judged(before) != _judged(after):
        return f"The verdict stays, the vectors change: {_vectors(before, after)}.{inner}"
    if _judged(before) != _judged(after):
        return (
            f"The verdict changes: {_lower(before.title)} before, {_lower(after.title)} now.{inner}"
        )
    if mnemonics(before) == mnemonics(after):
        return f"The main loop stays as it is; the loops beside it change.{inner}"
    return f"The verdict stays, the main loop changes: {_lengths(before, after)}.{inner}"


def headed(change: str, broken: str, results: TrialResults | None, turned: Turn) -> str:
    """What became of the code, headed by what became of the results.

    broken: why the promise is untrue, or empty. results: None before anything ran. turned: whether
    the loop was vectorised by it.
    """
    parts = [f"The promise is not true of this loop: {broken}."] if broken else []
    if results is None:
        return " ".join([*parts, change])
    if results.standing in ("other", "rounding"):
        return " ".join([f"Computes other results: {results.sentence}.", *parts, change])
    if results.standing == "unknown":
        untried = "Whether its results stay the same could not be tried."
        return " ".join([*parts, change, *([untried] if turned == "vectorised" else [])])
    if broken:
        return " ".join([*parts, change, "In this run the results were the same all the same."])
    if turned == "vectorised":
        return f"It works: {_lower(change)} On these inputs its results have the same bits."
    return change


def turn_of(before: Verdict, after: Verdict | None) -> Turn:
    """Whether the verdict turned, and which way."""
    if after is None or before.vectorized == after.vectorized:
        return "stays"
    return "vectorised" if after.vectorized else "scalar"


def _vectors(before: Verdict, after: Verdict) -> str:
    if before.scalable != after.scalable:
        return "SVE now instead of NEON" if after.scalable else "NEON now instead of SVE"
    if before.vector_bytes != after.vector_bytes:
        return f"{before.vector_bytes} bytes before, {after.vector_bytes} now"
    return f"{_spoken(before)} arithmetic before, {_spoken(after)} now"


def _spoken(verdict: Verdict) -> str:
    return verdict.arithmetic.replace("_", " ")


def _judged(verdict: Verdict) -> tuple[object, ...]:
    return (verdict.arithmetic, verdict.scalable, verdict.vector_bytes, verdict.reason_key)


def _turned(after: Verdict) -> str:
    if after.vectorized:
        return "The loop is vectorised now."
    return f"The loop is not vectorised any more: {_lower(after.title)}."


def _lower(title: str) -> str:
    return title[0].lower() + title[1:] if title[1:2].islower() or title[1:2] == " " else title


def _lengths(before: Verdict, after: Verdict) -> str:
    return f"{len(before.body)} instructions before, {len(after.body)} now"
