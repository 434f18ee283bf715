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
from typing import Any, get_args

from compiler_core.claims.claim import Claim, ClaimSetting
from compiler_core.claims.reading import SETTING_KEYS, read_setting
from compiler_core.content_files import ContentError, checked_mapping, checked_text, parse_yaml
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
_FIGURE_KEYS = {"kind", "compiler", "other", "shown", "caption", *SETTING_KEYS}
_EXERCISE_KEYS = {"title", "task", "hint", "compiler", "shows", *SETTING_KEYS}
_PAGE_EXERCISE_KEYS = {"title", "task", "hint", "page"}


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


def _fields(block: FencedBlock, known: set[str], needed: set[str]) -> Mapping[str, Any]:
    return checked_mapping(block.place, parse_yaml(block.place, block.text), known, needed)


def _figure(block: FencedBlock) -> Figure:
    fields = _fields(block, _FIGURE_KEYS, {"kind", "source", "caption"})
    kind, shown = _kind(block, "kind", fields["kind"]), fields.get("shown", "loop")
    if shown not in get_args(Shown):
        raise ContentError(f"{block.place}: shown must be loop or function.")
    if kind in _TWO_SETTINGS and "other" not in fields:
        raise ContentError(f"{block.place}: a {kind} needs the other setting.")
    return Figure(
        id=f"figure-{block.number}",
        kind=kind,
        compiler=str(fields.get("compiler", "")),
        setting=_setting(block, fields),
        other=_other(block, fields),
        shown=shown,
        caption=_line(block, fields["caption"], open_terms()),
    )


def _kind(block: FencedBlock, key: str, value: Any) -> FigureKind:
    if value not in get_args(FigureKind):
        raise ContentError(f"{block.place}: {key} must be one of {list(get_args(FigureKind))}.")
    return value


def _setting(block: FencedBlock, fields: Mapping[str, Any]) -> ClaimSetting:
    own = {key: fields[key] for key in SETTING_KEYS & set(fields)}
    return read_setting(block.file, block.place, own)


def _other(block: FencedBlock, fields: Mapping[str, Any]) -> ClaimSetting | None:
    if "other" not in fields:
        return None
    other = checked_mapping(f"{block.place}, other", fields["other"], set(SETTING_KEYS), set())
    own = {key: fields[key] for key in SETTING_KEYS & set(fields)}
    return read_setting(block.file, block.place, {**own, **other})


def _prediction(block: FencedBlock) -> Prediction:
    fields = _fields(
        block,
        {"question", "right", "wrong", "why", "claim"},
        {"question", "right", "wrong", "why", "claim"},
    )
    right = checked_text(f"{block.place}: right", fields["right"])
    reasons = {right: "", **_wrong_answers(block, fields["wrong"])}
    if len(reasons) <= len(fields["wrong"]):
        raise ContentError(f"{block.place}: two answers say the same; each must differ.")
    terms = open_terms()
    return Prediction(
        id=f"prediction-{block.number}",
        question=_line(block, fields["question"], terms),
        choices=tuple(
            PredictionChoice(_line(block, text, terms), text == right, reasons[text])
            for text in sorted(reasons, key=lambda text: _draw(block, text))
        ),
        why=linked_html(block.place, checked_text(block.place, fields["why"]), open_terms()),
        claim=_claim_named(block, fields["claim"]).id,
    )


def _wrong_answers(block: FencedBlock, wrong: object) -> dict[str, str]:
    """Each with what is wrong about it, as HTML."""
    if not isinstance(wrong, list) or not wrong:
        raise ContentError(f"{block.place}: wrong must be a list of answers.")
    keys = {"says", "because"}
    rows = [checked_mapping(f"{block.place}, wrong", answer, keys, keys) for answer in wrong]
    return {
        checked_text(f"{block.place}, wrong: says", row["says"]): _line(
            block, row["because"], open_terms()
        )
        for row in rows
    }


def _draw(block: FencedBlock, answer: str) -> bytes:
    """Puts answers into an order that does not tell which is right, the same every time."""
    return hashlib.sha256(to_inline_html(block.place, answer).encode()).digest()


def _line(block: FencedBlock, text: object, terms: OpenTerms) -> str:
    return linked_line(block.place, checked_text(block.place, text), terms)


def _claim_note(block: FencedBlock) -> ClaimNote:
    return ClaimNote(_claim_named(block, block.text.strip()))


def _claim_named(block: FencedBlock, name: object) -> Claim:
    claim = block.claims.get(str(name))
    if claim is None:
        named = str(name).split("\n")[0]
        raise ContentError(
            f"{block.place}: this lesson has no claim {named!r}; it has {sorted(block.claims)}."
        )
    return claim


def _scene(block: FencedBlock) -> LessonScene:
    fields = _fields(block, {"name", "caption"}, {"name", "caption"})
    name = fields["name"]
    if name not in get_args(SceneName):
        raise ContentError(f"{block.place}: name must be one of {list(get_args(SceneName))}.")
    caption = _line(block, fields["caption"], open_terms())
    return LessonScene(f"scene-{block.number}", name, caption)


def _exercise(block: FencedBlock) -> Exercise:
    """In the explorer, or on the page that it names."""
    given = parse_yaml(block.place, block.text)
    on_page = isinstance(given, dict) and "page" in given
    needed = _PAGE_EXERCISE_KEYS if on_page else {"title", "task", "source", "compiler", "hint"}
    fields = _fields(block, _PAGE_EXERCISE_KEYS if on_page else _EXERCISE_KEYS, needed)
    terms = open_terms()
    task = linked_html(block.place, checked_text(block.place, fields["task"]), terms)
    return Exercise(
        id=f"exercise-{block.number}",
        title=terms.link_text(checked_text(block.place, fields["title"])),
        task=task,
        compiler="" if on_page else checked_text(block.place, fields["compiler"]),
        setting=None if on_page else _setting(block, fields),
        hint=_line(block, fields["hint"], open_terms()),
        shows=_kind(block, "shows", fields.get("shows", "why")),
        page=_own_page(block, fields["page"]) if on_page else "",
    )


def _own_page(block: FencedBlock, page: object) -> str:
    address = checked_text(f"{block.place}: page", page)
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
