"""The answer of a bisection in words, computed from its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.bisection.record import Bisection, LevelSetting
from compiler_core.host.comparison.wording import counted, listed

NO_FLAGS = "no flags"
SAME_CODE = "is the code of the second setting"


def bisection_sentences(bisection: Bisection, held_before: bool, complaint: str = "") -> Bisection:
    """The same record with its sentences. held_before: the low setting has the property. complaint:
    what the compiler says where there is no code."""
    named = replace(
        bisection, low=bisection.low.strip() or NO_FLAGS, high=bisection.high.strip() or NO_FLAGS
    )
    sentences = _sentences(named, held_before) + ([complaint] if complaint else [])
    return replace(bisection, sentences=tuple(sentences))


def _sentences(bisection: Bisection, held_before: bool) -> list[str]:
    if bisection.status == "no code":
        return ["One of the two settings gives no assembly, so there is nothing to compare."]
    if bisection.status == "nothing to find":
        if bisection.property == SAME_CODE and held_before:
            same = f"{bisection.low} and {bisection.high} give the same code"
            return [f"{bisection.compiler_title}: {same}, so there is nothing to find."]
        where = f"under {bisection.low} already" if held_before else f"not under {bisection.high}"
        return [
            f"{bisection.compiler_title}: there is nothing to find. The code "
            f"{bisection.property} {where}."
        ]
    sentences = [_answer(bisection)]
    if bisection.preventing:
        sentences.append(
            f"Without {_titles(bisection.preventing, 'or', off=True)}, {bisection.high} loses it: "
            f"the code no longer {bisection.property}."
        )
    elif bisection.settings:
        sentences.append(f"None of them alone takes it away from {bisection.high}.")
    return [*sentences, *_pass_sentence(bisection), *_limits(bisection)]


def _answer(bisection: Bisection) -> str:
    tried = counted(len(bisection.settings), "setting differs", "settings differ")
    start = f"{bisection.compiler_title}: {tried} between {bisection.low} and {bisection.high}"
    if bisection.sufficient:
        several = "each" if len(bisection.sufficient) > 1 else "it"
        return (
            f"{start}. Added to {bisection.low}, {_titles(bisection.sufficient, 'or')} is enough: "
            f"with {several} alone the code {bisection.property}."
        )
    if bisection.status == "not possible":
        return f"{start} that a flag can set, so settings cannot be tried one by one."
    if bisection.status == "level itself":
        together = "Even all of them together do not" if bisection.settings else "That does not"
        return (
            f"{start}. {together} bring it: somewhere the compiler asks for the level itself, "
            "and no flag says that."
        )
    if bisection.minimal:
        return (
            f"{start}. None alone is enough; together {_titles(bisection.minimal, 'and')} are: "
            f"with them the code {bisection.property}."
        )
    return f"{start}. None alone is enough."


def _titles(settings: Sequence[LevelSetting], joint: str, off: bool = False) -> str:
    names = [setting.name if off else setting.title for setting in settings]
    return listed(names) if joint == "and" else f" {joint} ".join(names)


def _pass_sentence(bisection: Bisection) -> list[str]:
    cause = bisection.pass_finding
    if cause is None:
        return []
    return [
        f"Under {bisection.high}, the code {cause.property} from pass execution {cause.number} of "
        f"{cause.of} on: {cause.name} on {cause.subject}."
    ]


def _limits(bisection: Bisection) -> list[str]:
    sentences = []
    if bisection.cannot_say:
        count = counted(len(bisection.cannot_say), "difference has", "differences have")
        own = "its own" if len(bisection.cannot_say) == 1 else "their own"
        sentences.append(f"{count} no flag of {own} and could not be tried by themselves.")
    if not bisection.complete:
        sentences.append(
            f"The search ended after {bisection.compiles} compiles, its limit; there may be more."
        )
    return sentences
