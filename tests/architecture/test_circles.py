"""Nothing needs itself, directly or by others, neither modules nor packages, nor a layer above."""

from __future__ import annotations

from functools import cache

from script.code.imports import circles, import_graph, imports_upward, package_circles
from script.code.report import PYTHON
from script.code.sources import Module, read_modules
from tests.architecture.project import ROOT, tracked_files


@cache
def modules() -> dict[str, Module]:
    return read_modules(ROOT, tracked_files(), *PYTHON)


@cache
def graph() -> dict[str, set[str]]:
    return import_graph(modules())


def test_no_circle_of_modules() -> None:
    """Imports in functions count too: there they hide one."""
    assert circles(graph()) == []


def test_no_circle_of_packages() -> None:
    """Files and packages that stand side by side, at each depth."""
    assert package_circles(modules(), graph()) == []


def test_one_import_back_is_a_circle_of_packages() -> None:
    """From a room that most others use to one of those: the test above would find it."""
    backwards = graph() | {"app.serving.bodies": {"app.loop.loop_request"}}
    assert [
        {"app.serving", "app.loop"} <= set(circle)
        for circle in package_circles(modules(), backwards)
    ] == [True]


def test_nothing_is_imported_upward() -> None:
    assert imports_upward(graph()) == []
