"""The live parts of a lesson: fenced blocks whose YAML says what to show.

```figure            ```predict                  ```claim            ```exercise
kind: diff           question: Will it …?        axpy-versioned      title: Make it …
source: axpy.c       right: Yes, behind …        ```                 task: Change …
flags: -O2           wrong: [No, …, Only …]                          source: axpy.c
other: {flags: -O3}  claim: axpy-versioned                           flags: -O3
caption: Look at …   why: The check …                                hint: …
```                  ```                                             ```
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from compiler_core.claims.claim import Claim, ClaimSetting
from compiler_core.claims.reading import SettingEntry, read_setting
from compiler_core.content_files import ContentError, Rule, parse_yaml, read_record
from compiler_core.lessons.lesson import (
    ClaimNote,
    Exercise,
    Figure,
    FigureKind,
    LessonScene,
    Prediction,
    PredictionChoice,
    SceneName,
    Section,
    Shown,
)
from compiler_core.lessons.linked_text import linked_html, linked_line, open_terms
from compiler_core.lessons.markdown import to_inline_html
from compiler_core.lessons.term_links import OpenTerms

_TWO_SETTINGS = ("diff",)
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True, kw_only=True)
class _FigureEntry(SettingEntry):
    kind: FigureKind
    caption: str
    compiler: str = ""
    other: SettingEntry | None = None
    shown: Shown = "loop"


@dataclass(frozen=True, slots=True)
class _SceneEntry:
    name: SceneName
    caption: str


@dataclass(frozen=True, slots=True)
class _WrongEntry:
    says: str
    because: str


@dataclass(frozen=True, slots=True)
class _PredictionEntry:
    question: str
    right: str
    wrong: Annotated[tuple[_WrongEntry, ...], Rule(min_length=1)]
    why: str
    claim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExerciseEntry(SettingEntry):
    title: str
    task: str
    compiler: str
    hint: str
    shows: FigureKind = "why"


@dataclass(frozen=True, slots=True, kw_only=True)
class _PageExerciseEntry:
    title: str
    task: str
    hint: str
    page: str


@dataclass(frozen=True, slots=True)
class FencedBlock:
    """One fenced block: which file and place, its number in the lesson, its text, below as many
    empty lines as the file has lines before it.
    """

    file: Path
    place: str
    number: int
    text: str
    claims: Mapping[str, Claim]


def read_block(name: str, block: FencedBlock) -> Section:
    """The section of a block with one of the names in READERS. Raises ContentError."""
    return READERS[name](block)


def _entry(block: FencedBlock, shape: type[Entry]) -> Entry:
    return read_record(block.place, parse_yaml(block.place, block.text), shape)


def _setting(block: FencedBlock, entry: SettingEntry) -> ClaimSetting:
    return read_setting(block.file, block.place, entry)


def _figure(block: FencedBlock) -> Figure:
    entry = _entry(block, _FigureEntry)
    if entry.kind in _TWO_SETTINGS and entry.other is None:
        raise ContentError(f"{block.place}: a {entry.kind} needs the other setting.")
    return Figure(
        id=f"figure-{block.number}",
        kind=entry.kind,
        compiler=entry.compiler,
        setting=_setting(block, entry),
        other=None if entry.other is None else _setting(block, entry.other.over(entry)),
        shown=entry.shown,
        caption=_line(block, entry.caption, open_terms()),
    )


def _prediction(block: FencedBlock) -> Prediction:
    entry = _entry(block, _PredictionEntry)
    reasons = {entry.right: ""}
    reasons |= {row.says: _line(block, row.because, open_terms()) for row in entry.wrong}
    if len(reasons) <= len(entry.wrong):
        raise ContentError(f"{block.place}: two answers say the same; each must differ.")
    terms = open_terms()
    return Prediction(
        id=f"prediction-{block.number}",
        question=_line(block, entry.question, terms),
        choices=tuple(
            PredictionChoice(_line(block, text, terms), text == entry.right, reasons[text])
            for text in sorted(reasons, key=lambda text: _draw(block, text))
        ),
        why=linked_html(block.place, entry.why, open_terms()),
        claim=_claim_named(block, entry.claim).id,
    )


def _draw(block: FencedBlock, answer: str) -> bytes:
    """Puts answers into an order that does not tell which is right, the same every time."""
    return hashlib.sha256(to_inline_html(block.place, answer).encode()).digest()


def _line(block: FencedBlock, text: str, terms: OpenTerms) -> str:
    return linked_line(block.place, text, terms)


def _claim_note(block: FencedBlock) -> ClaimNote:
    return ClaimNote(_claim_named(block, block.text.strip()))


def _claim_named(block: FencedBlock, name: str) -> Claim:
    claim = block.claims.get(name)
    if claim is None:
        named = name.split("\n")[0]
        raise ContentError(
            f"{block.place}: this lesson has no claim {named!r}; it has {sorted(block.claims)}."
        )
    return claim


def _scene(block: FencedBlock) -> LessonScene:
    entry = _entry(block, _SceneEntry)
    caption = _line(block, entry.caption, open_terms())
    return LessonScene(f"scene-{block.number}", entry.name, caption)


def _exercise(block: FencedBlock) -> Exercise:
    """In the explorer, or on the page that it names."""
    given = parse_yaml(block.place, block.text)
    on_page = isinstance(given, dict) and "page" in given
    entry = _entry(block, _PageExerciseEntry if on_page else _ExerciseEntry)
    terms = open_terms()
    task = linked_html(block.place, entry.task, terms)
    in_explorer = entry if isinstance(entry, _ExerciseEntry) else None
    return Exercise(
        id=f"exercise-{block.number}",
        title=terms.link_text(entry.title),
        task=task,
        compiler=in_explorer.compiler if in_explorer else "",
        setting=_setting(block, in_explorer) if in_explorer else None,
        hint=_line(block, entry.hint, open_terms()),
        shows=in_explorer.shows if in_explorer else "why",
        page=_own_page(block, entry.page) if isinstance(entry, _PageExerciseEntry) else "",
    )


def _own_page(block: FencedBlock, address: str) -> str:
    if not address.startswith("/") or address.startswith("//"):
        raise ContentError(f"{block.place}: the page {address!r} leaves the site.")
    return address


READERS: dict[str, Callable[[FencedBlock], Section]] = {
    "figure": _figure,
    "scene": _scene,
    "predict": _prediction,
    "claim": _claim_note,
    "exercise": _exercise,
}
