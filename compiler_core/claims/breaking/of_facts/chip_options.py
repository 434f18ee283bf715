"""What may be otherwise about a chip: what it is asked, which chip it is, then its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, log
from typing import get_args

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
from compiler_core.claims.facts.subjects import ChipSubject
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.editing import figure_range, keyed_figures
from compiler_core.soc.reading import load_socs, soc_named

FIGURES = "set"
"""Under this key claims write a chip's changed figures."""
_FACTORS = (0.5, 2.0, 0.25, 4.0, 0.125, 8.0)
_NUMBERS = {"context": (1, 1 << 20), "batch": (1, 1024), "elements": (1, 1 << 26)}
"""Least and most, as the pages take them."""
_MODELS = ("network", "model", "config")
_TITLES = {
    "network": "the network", "model": "the model", "config": "the language model",
    "type": "weights in", "kernel": "the kernel", "objective": "least",
}  # fmt: skip


def form_of(subject: ChipSubject) -> dict[str, object]:
    """As claims write it."""
    form: dict[str, object] = {"soc": subject.chip, "command": subject.command}
    edited = {FIGURES: dict(subject.edits)} if subject.edits else {}
    return {**form, **dict(subject.values), **edited}


def chip_options(subject: ChipSubject) -> Iterator[Option]:
    """All of them."""
    for key, own in subject.values:
        texts = _texts(subject, key, own)
        words = names_of if key in _MODELS else words_of
        title = _TITLES.get(key, key)
        yield Option(
            key=key,
            group="setting",
            own=str(own),
            others=choices_of(texts, title, str(own), words),
        )
    yield _other_chips(subject)
    yield from _figures(subject)


def _texts(subject: ChipSubject, key: str, own: str | int) -> tuple[str, ...]:
    if isinstance(own, int):
        return tuple(map(str, numbers_around(own, *_NUMBERS[key])))
    return nearest(_NAMES[key](subject), own)


def _networks(_: ChipSubject) -> tuple[str, ...]:
    from compiler_core.graph.evaluation.shipped import shipped_models
    from compiler_core.soc.networks.layer_tables import TABLES

    return (*(model.id for model in shipped_models()), *TABLES)


def _language_models(_: ChipSubject) -> tuple[str, ...]:
    from compiler_core.soc.decoding.known_language_models import known_language_models

    return tuple(model.name for model in known_language_models())


def _types(_: ChipSubject) -> tuple[str, ...]:
    from compiler_core.llm.weight_quantisation.published_recipes import PUBLISHED_RECIPES

    return tuple(recipe.name for recipe in PUBLISHED_RECIPES)


def _kernels(_: ChipSubject) -> tuple[str, ...]:
    from compiler_core.soc.latency_hiding.parameters import ladder_parameters

    return tuple(kernel.work.name for kernel in ladder_parameters().kernels)


def _objectives(_: ChipSubject) -> tuple[str, ...]:
    from compiler_core.soc.mapping.records import Objective

    return get_args(Objective)


_NAMES: dict[str, Callable[[ChipSubject], tuple[str, ...]]] = {
    "network": _networks,
    "model": _networks,
    "config": _language_models,
    "type": _types,
    "kernel": _kernels,
    "objective": _objectives,
    "precision": lambda _: get_args(Precision),
}


def _other_chips(subject: ChipSubject) -> Option:
    """By how much faster or slower their memory is."""
    own = soc_named(subject.chip)
    others = sorted(
        (soc for soc in load_socs() if soc.name != own.name), key=lambda chip: _distance(own, chip)
    )
    return Option(
        key="soc",
        group="chip",
        own=own.name,
        others=tuple(
            FactChoice(
                text=other.name,
                title=f"{other.title} instead of {own.title}",
                touches=(*names_of(own.name, own.title), *names_of(other.name, other.title)),
            )
            for other in others
        ),
    )


def _distance(own: SocDescription, other: SocDescription) -> float:
    before, after = own.main_memory.bytes_per_second, other.main_memory.bytes_per_second
    return abs(log(after / before)) if before and after else inf


def _figures(subject: ChipSubject) -> Iterator[Option]:
    for figure in keyed_figures(soc_named(subject.chip)):
        value = dict(subject.edits).get(figure.key, figure.figure.value)
        least, most = figure_range(figure.key, figure.figure.value)
        numbers = (value * factor for factor in _FACTORS)
        words = figure.field.replace("_", " ").replace(".", " in ")
        yield Option(
            key=figure.key,
            group="figure",
            own=_text(value),
            others=tuple(
                FactChoice(
                    text=_text(number),
                    title=instead(
                        f"{words} of the chip's {figure.part}", f"{number:,g}", f"{value:,g}"
                    ),
                )
                for number in numbers
                if least <= number <= most
            ),
        )


def _text(number: float) -> str:
    return f"{number:.0f}" if number.is_integer() else repr(number)
