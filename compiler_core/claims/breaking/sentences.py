"""What a search says: of a counterexample only what was found, of none only what was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler_core.claims.breaking.record import BreakSearch, GroupTried, SearchProgress

WORDS: dict[str, str] = {
    "inputs": "other inputs",
    "compiler": "another compiler",
    "source": "an edit of the source",
    "flag": "another flag",
    "level": "another level",
    "switched off": "something switched off",
    "setting": "another setting",
    "model": "another model",
    "chip": "another chip",
    "figure": "another figure of the chip",
    "two changes": "two changes at once",
}
"""Each kind of change, as it follows "with"."""


def search_sentences(search: BreakSearch) -> tuple[str, ...]:
    """The answer in words."""
    return tuple(_SENTENCES[search.standing](search))


def progress_sentence(progress: SearchProgress) -> str:
    """How far a search is, in words."""
    return (
        f"{progress.gone:,} of {progress.planned:,} settings tried, "
        f"{progress.seconds:.0f} of at most {progress.budget_seconds:.0f} s. Now with "
        f"{WORDS[progress.group]}: {progress.title}."
    )


def _false_here(search: BreakSearch) -> Iterator[str]:
    yield (
        f"On {search.compiler_title} the sentence fails in its own setting already: nothing needs "
        "to be changed."
    )
    yield f"What is found there: {stopped(search.found)}"


def _unstated(search: BreakSearch) -> Iterator[str]:
    yield f"The sentence says nothing of {search.compiler_title}: {stopped(search.found)}"


def broken_sentences(search: BreakSearch) -> Iterator[str]:
    """Of a counterexample: what was changed, what was expected, what was found."""
    if search.broken is None:
        return
    things = "one thing" if len(search.broken.changes) == 1 else "two things"
    yield f"It fails with {things} changed: {'; '.join(search.broken.changes)}."
    expected, finding = stopped(search.broken.expected), stopped(search.broken.found)
    yield f"Checked of it: {expected} Found: {finding}"
    if search.broken.found_at_home:
        yield f"In the sentence's own setting: {stopped(search.broken.found_at_home)}"
    if len(search.broken.changes) > 1 and search.complete:
        yield "No single change that was tried does so."


def _unbroken(search: BreakSearch) -> Iterator[str]:
    return unbroken_sentences(search, _group)


def unbroken_sentences(
    search: BreakSearch, group: Callable[[GroupTried], str], hint: str = ""
) -> Iterator[str]:
    """Of none found: what was tried. group: one kind of change in words. hint: what else to say of
    a search that its budget ended."""
    yield (
        f"No setting was found in which it fails, among {search.tried} that were tried. That does "
        "not make it always true."
    )
    yield f"Tried {'; '.join(map(group, search.groups))}."
    if search.kept:
        yield left_alone(search)
    if not search.complete:
        left = sum(kind.planned - kind.tried - kind.unusable for kind in search.groups)
        settings = f"{left} {'setting' if left == 1 else 'settings'}"
        yield (
            f"The budget of {search.budget_seconds:g} s ended the search with {settings} left "
            f"untried.{hint}"
        )


def left_alone(search: BreakSearch) -> str:
    """What could have been changed, and why it was not."""
    return f"Left as it is, because the sentence names it: {', '.join(search.kept)}."


def _group(group: GroupTried) -> str:
    """`with another flag: 39 of 40, 38 of them the same code`."""
    words = f"with {WORDS[group.group]}: {group.tried} of {group.planned}"
    if group.same_code:
        some = group.same_code < group.tried
        words += f", {f'{group.same_code} of them ' if some else ''}the same code"
    return words


def stopped(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", "”")) else f"{text}."


_SENTENCES = {
    "false_here": _false_here,
    "unstated": _unstated,
    "broken": broken_sentences,
    "unbroken": _unbroken,
}
