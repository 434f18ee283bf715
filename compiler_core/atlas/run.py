"""A page of the atlas under a reader's settings, and beside the usual ones."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version

from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import AtlasAnswer, AtlasPage, Finding, Settings
from compiler_core.atlas.settings import read_settings

_ANSWERS_KEPT = 128


def run_page(name: str, given: Mapping[str, str]) -> AtlasAnswer:
    """Raises UnknownName for the page and InputError for its settings."""
    page = page_named(name)
    settings = read_settings(page, given)
    finding = _found(name, tuple(settings.items()))
    return AtlasAnswer(
        page=page.name, label=page.label, tool=page.tool, version=version("lowering-lab"),
        recorded_on="", command=command_of(page, settings), settings=settings,
        sentence=finding.sentence, steps=finding.steps, facts=finding.facts,
        pictures=finding.pictures, error="",
    )  # fmt: skip


@lru_cache(maxsize=_ANSWERS_KEPT)
def _found(name: str, settings: tuple[tuple[str, str], ...]) -> Finding:
    return page_named(name).compute(dict(settings))


def changed_settings(page: AtlasPage, settings: Settings) -> dict[str, str]:
    """What differs from the usual."""
    usual = {control.name: control.usual for control in page.controls}
    return {name: value for name, value in settings.items() if value != usual[name]}


def command_of(page: AtlasPage, settings: Settings) -> str:
    """What prints the same at home."""
    words = ["lowlab", "atlas", "run", page.name]
    for name, value in changed_settings(page, settings).items():
        words += ["--set", f"{name}={value}"]
    return shlex.join(words)
