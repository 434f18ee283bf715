"""Figures on the pages of chips: units, no false digits, nothing that is no number.

Every chip meets every model that is known without reading a file; on decode's page stand all types
of weights, on the others all kernels.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

from app.addresses.chips import soc_request
from app.soc.answers import soc_context
from app.soc.every_view import view_named
from app.soc.view_answers import view_answer
from app.soc.views.context import ViewAnswer
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.networks.layer_tables import TABLES
from compiler_core.soc.reading import load_socs

CHIPS = [soc.name for soc in load_socs()]
NETWORKS, SHAPES = tuple(TABLES), tuple(model.name for model in known_language_models())
OF_NETWORKS = ("roofline", "cost", "energy", "mapping")
# What documents give as width and rate keeps their digits; what a model says has three.
GIVEN_DIGITS, MODELLED_DIGITS = 4, 3
MODELLED = ("ns", "µs", "ms", "s", "nJ", "µJ", "mJ", "J", "%", "tokens a second")
NUMBER = re.compile(
    r"(?<![\w.])([-−]?\d[\d,]*\.?\d*)[\s\N{NO-BREAK SPACE}]?"
    r"(ns|µs|ms|s|pJ|nJ|µJ|mJ|J|%|GB/s|MB/s|GiB|MiB|KiB|GHz|W|TOPS|tokens a second)(?!\w)"
)
NO_NUMBER = re.compile(r"(?<![\w-])(nan|NaN|inf|Infinity|None|\d+e[+-]\d+)(?!\w)")
# Indices of what is not there.
PLACES = ("tile", "buffer", "number")


def _answer(view: str, **given: str) -> ViewAnswer:
    named = view_named(view)
    return view_answer(named, soc_context(soc_request(view, given), named))


def _values(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if is_dataclass(value):
        for one in fields(value):
            yield from _values(getattr(value, one.name), f"{path}.{one.name}")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _values(one, f"{path}.{key}")
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _values(one, path)
    else:
        yield path, value


def _digits(number: str) -> int:
    """Those that say something: zeros at the end of a whole number may be rounding."""
    plain = number.strip("-−").replace(",", "")
    whole = plain if "." in plain else plain.rstrip("0")
    return len(whole.replace(".", "").lstrip("0"))


def _wrong_text(text: str) -> Iterator[str]:
    if NO_NUMBER.search(text):
        yield f"no number: {text}"
    for number, unit in NUMBER.findall(text):
        if number.startswith(("-", "−")) and unit != "%":
            yield f"below nothing: {text}"
        most = MODELLED_DIGITS if unit in MODELLED else GIVEN_DIGITS
        if _digits(number) > most:
            yield f"{number} {unit} has more digits than it can be good for: {text}"


def _is_shown(path: str) -> bool:
    """Not the bounds of an input, lines of a drawing, or a proof in words."""
    return not path.endswith((".path", ".proven", ".least", ".most"))


def _wrong(answer: ViewAnswer) -> list[str]:
    found = [
        one
        for path, text in _values((answer.headline, answer.detail))
        if isinstance(text, str) and _is_shown(path)
        for one in _wrong_text(text)
    ]
    for path, value in _values(answer.record):
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if not math.isfinite(value) or (value < 0 and not path.endswith(PLACES)):
            found.append(f"{path} is {value}")
    return found


@pytest.mark.parametrize("place", range(max(len(CHIPS), len(NETWORKS), len(SHAPES))))
def test_a_chip_and_a_model_have_sound_figures(place: int) -> None:
    chip = CHIPS[place % len(CHIPS)]
    network, shape = NETWORKS[place % len(NETWORKS)], SHAPES[place % len(SHAPES)]
    answers = [_answer("chip", chip=chip), _answer("latency", chip=chip)]
    answers += [_answer(view, chip=chip, model=network) for view in OF_NETWORKS]
    answers.append(_answer("decode", chip=chip, model=shape))
    assert [one for answer in answers for one in _wrong(answer)] == []


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_every_model_has_sound_figures_on_every_chip(chip: str) -> None:
    answers = [_answer(view, chip=chip, model=one) for view in OF_NETWORKS for one in NETWORKS]
    answers += [_answer("decode", chip=chip, model=shape) for shape in SHAPES]
    assert [one for answer in answers for one in _wrong(answer)] == []


@pytest.mark.parametrize("chip", CHIPS)
def test_a_figure_without_unit_is_a_count(chip: str) -> None:
    found = dict[str, str]()
    bare = []
    for path, value in _values(_answer("chip", chip=chip).detail):
        found[path] = str(value)
        if path.endswith(".figures.unit") and not value:
            bare.append(found[path.replace("unit", "value")])
    assert bare
    assert [one for one in bare if not re.fullmatch(r"[\d,]+", one)] == []


@pytest.mark.parametrize(
    "text",
    ["takes 1389.6 µs", "nan ms", "-3 ms", "307.8%", "1e-05 s", "2.465 ms", "12.345 GB/s", "inf"],
)
def test_what_is_wrong_is_found(text: str) -> None:
    assert list(_wrong_text(text))


@pytest.mark.parametrize(
    "text", ["1,000 ms", "12.3 µs", "409.6 GB/s", "-8.2%", "1,002 KiB", "100%"]
)
def test_what_is_right_is_left(text: str) -> None:
    assert not list(_wrong_text(text))
