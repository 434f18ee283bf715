"""Templates and view models are held together: each page prints its own documented dataclass.

A template may use no field that does not exist (StrictUndefined sees to that), and no dataclass may
have a field that no template prints.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
import typing
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import nodes

import app
from app.serving.answers import answer_cache
from app.serving.templating import Page, environment
from tests.web.pages import Answer, settled

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
PAGES = {
    "/": ("home.html", "HomePage"),
    "/loop": ("explorer.html", "ExplorerPage"),
    "/loop?example=sum": ("explorer.html", "ExplorerPage"),
    "/loop?example=sum&pane=registers": ("explorer.html", "ExplorerPage"),
    "/loop?example=sum&pane=diff": ("explorer.html", "ExplorerPage"),
    "/loop?example=sum&pane=matrix": ("explorer.html", "ExplorerPage"),
    "/examples": ("examples.html", "GalleryPage"),
    "/learn": ("learn.html", "ContentsPage"),
    "/learn/reading": ("lesson.html", "LessonPage"),
    "/learn/reading/sections/1": ("lesson_section.html", "SectionPage"),
    "/learn/reading/claims": ("claims.html", "ClaimsPage"),
    "/learn/atlas": ("atlas/door.html", "AtlasDoorView"),
    "/learn/atlas/questions": ("atlas/questions.html", "AtlasQuestionsView"),
    "/learn/atlas/mirage": ("atlas/page.html", "AtlasPageView"),
    "/learn/folklore": ("folklore.html", "FolklorePage"),
    "/learn/break/folklore-o2-is-scalar": ("break.html", "BreakPage"),
    "/glossary": ("glossary.html", "GlossaryPage"),
    "/about": ("about.html", "AboutPage"),
    "/docs": ("docs.html", "DocumentationPage"),
    "/components": ("components.html", "ComponentsPage"),
    "/model": ("model.html", "ModelDropPage"),
    "/model/residual/passes": ("model_stage.html", "StagePage"),
    "/model/operators": ("document.html", "DocumentPage"),
    "/fusion": ("fusion.html", "CataloguePage"),
}
# Read by Python: for the offline file's styles, and by `in`.
NOT_PRINTED = {("FigureView", "keys"), ("OpenFolds", "names"), ("Scale", "end")}
# What view models and charts are made from; no template gets them.
GIVEN = {
    "Answering", "Asked", "Axes", "DecodeShown", "Drawn", "ExperimentFacts", "LanguageShown",
    "LeadsTests", "LineKeys", "LoopShown", "MeasuredPart", "Places", "RoofedLoop", "RooflineShown",
    "Seen", "SocContext", "SocView", "SourceMap", "Subject", "Tried", "Typed",
    "ViewAnswer",
}  # fmt: skip


def view_model_classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(app.__path__, "app."):
        if ".views." not in module.name:
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            is_own = isinstance(value, type) and value.__module__ == module.name
            if is_own and dataclasses.is_dataclass(value) and name[0] != "_" and name not in GIVEN:
                yield value


CLASSES = sorted(view_model_classes(), key=lambda one: one.__name__)


@cache
def attributes_in_templates() -> frozenset[str]:
    found: set[str] = set()
    for path in TEMPLATES.rglob("*.html"):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        found.update(node.attr for node in tree.find_all(nodes.Getattr))
    return frozenset(found)


@pytest.mark.parametrize("path", PAGES)
def test_each_page_renders_its_documented_view_model(
    get: Callable[..., Answer], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[Page] = []
    initialise = Page.__init__

    def remember(page: Page, *values: typing.Any, **named: typing.Any) -> None:
        initialise(page, *values, **named)
        rendered.append(page)

    monkeypatch.setattr(Page, "__init__", remember)
    # What an earlier test asked for would come as bytes, without a page.
    answer_cache.clear()
    assert settled(get, path).status == 200
    template, model = PAGES[path]
    assert rendered[-1].template == template
    assert type(rendered[-1].model).__name__ == model


@pytest.mark.parametrize("model", CLASSES, ids=lambda one: one.__name__)
def test_view_models_are_frozen_and_documented(model: type) -> None:
    parameters = model.__dataclass_params__  # pyright: ignore[reportAttributeAccessIssue]
    assert parameters.frozen
    assert model.__doc__
    assert not model.__doc__.startswith(f"{model.__name__}(")


@pytest.mark.parametrize("model", CLASSES, ids=lambda one: one.__name__)
def test_every_field_of_a_view_model_is_printed(model: type) -> None:
    printed = attributes_in_templates()
    unused = {
        name
        for name in (field.name for field in dataclasses.fields(model))
        if name not in printed and (model.__name__, name) not in NOT_PRINTED
    }
    assert unused == set()


def test_a_template_with_an_unknown_field_fails() -> None:
    """Guards the contract itself: an undefined name must stop the rendering."""
    with pytest.raises(Exception, match="no_such_field"):
        environment.from_string("{{ page.no_such_field }}").render(page=CLASSES[0])


def test_every_block_named_as_a_fragment_exists() -> None:
    for path in (Path(__file__).resolve().parents[2] / "app").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for template, blocks in re.findall(r'Page\("([\w.]+)", [^)]*fragment=\(([^)]*)\)', text):
            for block in re.findall(r'"(\w+)"', blocks):
                assert block in environment.get_template(template).blocks
