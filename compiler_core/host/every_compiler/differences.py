"""Where compilers differ on a loop, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler_core.host.comparison.wording import listed
from compiler_core.host.every_compiler.record import CompiledLoop, CompilerRow

# Below this ratio two rates are told as alike.
_ALIKE = 1.05
_Answer = tuple[CompilerRow, CompiledLoop]


def difference_sentences(rows: Sequence[CompilerRow]) -> Iterator[str]:
    """For each loop who vectorises it, who needs how many instructions; then who refuses."""
    working = [row for row in rows if row.ok]
    places = dict.fromkeys((loop.line, loop.column) for row in working for loop in row.loops)
    lines = [line for line, _ in places]
    for line, column in places:
        answers = [
            (row, loop)
            for row in working
            for loop in row.loops
            if (loop.line, loop.column) == (line, column)
        ]
        name = f"Line {line}" if lines.count(line) == 1 else f"Line {line}, column {column}"
        yield from _of_loop(name, answers, len(working))
    refused = [row.title for row in rows if not row.ok]
    if refused:
        yield f"No code from {listed(refused)}."


def _of_loop(name: str, answers: Sequence[_Answer], compilers: int) -> Iterator[str]:
    if len(answers) < 2:
        return
    yield f"{name}: {_who_vectorises(answers)}"
    yield from _rates(name, answers)
    if len(answers) < compilers:
        yield f"{name}: {compilers - len(answers)} of {compilers} compilers have no such loop."


def _who_vectorises(answers: Sequence[_Answer]) -> str:
    yes = [row.title for row, loop in answers if loop.vectorized]
    no = [row.title for row, loop in answers if not loop.vectorized]
    if not no:
        return f"vectorised by {_all_of(len(yes))} compilers."
    if not yes:
        return f"vectorised by none of the {len(no)} compilers; {_reasons(answers)}."
    scalar = [answer for answer in answers if not answer[1].vectorized]
    return f"vectorised by {listed(yes)}, not by {listed(no)}; {_reasons(scalar)}."


def _all_of(number: int) -> str:
    return "both" if number == 2 else f"all {number}"


def _reasons(answers: Sequence[_Answer]) -> str:
    """The titles of the verdicts, each with whose it is where there are several."""
    by_title: dict[str, list[str]] = {}
    for row, loop in answers:
        by_title.setdefault(loop.title, []).append(row.title)
    if len(by_title) == 1:
        return f"the reason: {next(iter(by_title))}"
    return "; ".join(f"{listed(names)}: {title}" for title, names in by_title.items())


def _rates(name: str, answers: Sequence[_Answer]) -> Iterator[str]:
    """The fewest and the most instructions for an iteration, where these differ."""
    known = [(loop.rate, row.title) for row, loop in answers if loop.rate is not None]
    if len(known) < 2:
        return
    fewest, most = min(rate for rate, _ in known), max(rate for rate, _ in known)
    if most < fewest * _ALIKE:
        yield f"{name}: all need {fewest:.3g} instructions for an iteration."
        return
    best = listed([title for rate, title in known if rate == fewest])
    worst = listed([title for rate, title in known if rate == most])
    yield (
        f"{name}: {best} {_needs(best)} the fewest instructions for an iteration, {fewest:.3g}; "
        f"{worst} the most, {most:.3g}."
    )


def _needs(names: str) -> str:
    return "need" if " and " in names else "needs"
