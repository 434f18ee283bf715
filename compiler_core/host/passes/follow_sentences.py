"""One sentence on what became of a source line's code at one moment, made of counts alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Happened:
    """Lines of code of one source line by what a pass did to them; hoisted: part of moved."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0
    hoisted: int = 0

    @property
    def anything(self) -> bool:
        """True if the pass touched the line's code."""
        return self.added + self.removed + self.changed + self.moved > 0


@dataclass(frozen=True, slots=True)
class LineCounts:
    """Lines of code of one source line at one moment: all; in loops; on vectors; without place."""

    total: int
    in_loop: int = 0
    vector: int = 0
    unplaced: int = 0


def start_sentence(counts: LineCounts) -> str:
    """For the first code there is."""
    verb = "comes" if counts.total == 1 else "come"
    return f"{_lines(counts.total)} of code {verb} from it{_where(counts)}."


def pass_sentence(happened: Happened, counts: LineCounts) -> str:
    """For a pass that changed some of it."""
    left = (
        f"{_lines(counts.total)} now{_where(counts)}" if counts.total else "nothing of it is left"
    )
    text = "; ".join([*_parts(happened), left])
    return f"{text[:1].upper()}{text[1:]}."


def translation_sentence(counts: LineCounts) -> str:
    """For a pass that wrote the whole function anew in another language."""
    if not counts.total:
        return "Translated: no code names this line."
    return f"Translated: {_lines(counts.total)} now{_where(counts)}."


def assembly_sentence(counts: LineCounts) -> str:
    """For the final code."""
    if not counts.total:
        return "No instruction names this line any more."
    noun = "instruction" if counts.total == 1 else "instructions"
    return f"{counts.total} {noun}{_where(counts)}."


def _parts(happened: Happened) -> list[str]:
    wording = (
        (happened.hoisted, "moved out of the loop"),
        (happened.moved - happened.hoisted, "moved"),
        (happened.added, "new"),
        (happened.removed, "gone"),
        (happened.changed, "changed"),
    )
    return [f"{number} {words}" for number, words in wording if number]


def _where(counts: LineCounts) -> str:
    wording = (
        (counts.in_loop, "in a loop"),
        (counts.vector, "on vectors"),
        (counts.unplaced, "without their line number"),
    )
    return "".join(f", {number} {words}" for number, words in wording if number)


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"
