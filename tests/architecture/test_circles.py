"""No module needs itself, directly or by others, and none knows a layer above its own."""

from __future__ import annotations

from functools import cache

from script.code.imports import circles, import_graph, imports_upward, package_circles
from script.code.report import PYTHON
from script.code.sources import Module, read_modules
from tests.architecture.project import ROOT, tracked_files

# Packages in which some files and packages side by side still need each other.
PLACES_OF_PACKAGE_CIRCLES = {
    "app",
    "compiler_core.graph",
    "compiler_core.host",
    "compiler_core.soc",
}


@cache
def modules() -> dict[str, Module]:
    return read_modules(ROOT, tracked_files(), *PYTHON)


@cache
def graph() -> dict[str, set[str]]:
    return import_graph(modules())


def test_no_circle_of_modules() -> None:
    """Imports in functions count too: there they hide one."""
    assert circles(graph()) == []


def test_packages_need_each_other_in_four_places_only() -> None:
    """Above all the tracks, classes, claims, lessons and the atlas do not."""
    found = {circle[0].rpartition(".")[0] for circle in package_circles(modules(), graph())}
    assert found == PLACES_OF_PACKAGE_CIRCLES


def test_nothing_is_imported_upward() -> None:
    assert imports_upward(graph()) == []
