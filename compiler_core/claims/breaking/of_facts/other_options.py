"""What may be otherwise about an atlas page, about what is computed of a model, and an export."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import Control
from compiler_core.claims.breaking.of_facts.option import (
    FactChoice,
    Option,
    choices_of,
    instead,
    names_of,
    nearest,
    numbers_around,
    words_of,
)
from compiler_core.claims.facts.computed import models_of
from compiler_core.claims.facts.subjects import AtlasSubject, ComputedSubject, ExportSubject
from compiler_core.graph.exporting.hazards import HAZARDS
from compiler_core.llm.settings import METHODS

_NUMBERS = {"positions": (1, 1 << 20), "tokens": (1, 512)}
"""Least and most; a model reads as many tokens here as its text for calibration has."""


def atlas_form(subject: AtlasSubject) -> dict[str, object]:
    """As claims write it."""
    return {"atlas": subject.page, **dict(subject.settings)}


def atlas_options(subject: AtlasSubject) -> Iterator[Option]:
    """The page's controls, but not a reader's own programs and texts."""
    changed = dict(subject.settings)
    for control in page_named(subject.page).controls:
        if not control.longest:
            yield _of_control(control, changed.get(control.name, control.usual))


def _of_control(control: Control, own: str) -> Option:
    words = dict(control.choices)
    if words:
        texts = nearest(tuple(words), own)
    else:
        numbers = numbers_around(int(own), control.least, control.most)
        texts = tuple(map(str, numbers))
    title = f"{control.title[0].lower()}{control.title[1:]}"
    return Option(
        key=control.name,
        group="setting",
        own=own,
        others=tuple(
            FactChoice(
                text=text,
                title=instead(f"{title}:", words.get(text, text), words.get(own, own)),
                touches=(*words_of(own), *words_of(text)) if words else words_of(own),
            )
            for text in texts
        ),
    )


def computed_form(subject: ComputedSubject) -> dict[str, object]:
    """As claims write it."""
    return {"computed": subject.question, **dict(subject.values)}


def computed_options(subject: ComputedSubject) -> Iterator[Option]:
    """Its values."""
    for key, own in subject.values:
        if isinstance(own, int):
            texts = tuple(map(str, numbers_around(own, *_NUMBERS[key])))
        else:
            known = models_of(subject.question) if key == "model" else METHODS
            texts = nearest(known, own)
        words = names_of if key == "model" else words_of
        yield Option(
            key=key,
            group="model" if key == "model" else "setting",
            own=str(own),
            others=choices_of(texts, key, str(own), words),
        )


def export_form(subject: ExportSubject) -> dict[str, object]:
    """As claims write it."""
    return {"export": subject.hazard}


def export_options(subject: ExportSubject) -> Iterator[Option]:
    """The other modules whose export was recorded."""
    own = subject.hazard
    words = {hazard.id: hazard.title for hazard in HAZARDS}
    yield Option(
        key="export",
        group="model",
        own=own,
        others=tuple(
            FactChoice(text=module, title=f"another module: {words[module]}", touches=(own, module))
            for module in nearest(tuple(words), own)
        ),
    )
