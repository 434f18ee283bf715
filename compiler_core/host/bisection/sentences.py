"""The answer of a bisection in words, computed from its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.bisection.record import Bisection, Setting
from compiler_core.host.wording import counted, listed


def bisection_sentences(bisection: Bisection, failed: bool) -> Bisection:
    """The same record with its sentences; `failed`: one of the two settings gives no code."""
    return replace(bisection, sentences=tuple(_sentences(bisection, failed)))


def _sentences(bisection: Bisection, failed: bool) -> list[str]:
    if failed:
        return ["One of the two settings gives no assembly, so there is nothing to compare."]
    if bisection.status == "nothing to find":
        return [
            f"{bisection.compiler_title}: there is nothing to find. Either the code "
            f"{bisection.property} under {bisection.low} already, or not under {bisection.high}."
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


def _titles(settings: Sequence[Setting], joint: str, off: bool = False) -> str:
    names = [setting.name if off else setting.title for setting in settings]
    return listed(names) if joint == "and" else f" {joint} ".join(names)


def _pass_sentence(bisection: Bisection) -> list[str]:
    found = bisection.pass_finding
    if found is None:
        return []
    return [
        f"Under {bisection.high}, the code has it from pass execution {found.number} of {found.of} "
        f"on: {found.name} on {found.subject}."
    ]


def _limits(bisection: Bisection) -> list[str]:
    sentences = []
    if bisection.cannot_say:
        count = counted(len(bisection.cannot_say), "difference has", "differences have")
        sentences.append(f"{count} no flag of its own and could not be tried by itself.")
    if not bisection.complete:
        sentences.append(
            f"The search ended after {bisection.compiles} compiles, its limit; there may be more."
        )
    return sentences
