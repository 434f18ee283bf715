"""No module needs itself, directly or by others, and none knows a layer above its own."""

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


def test_packages_need_each_other_among_rooms_of_the_web_only() -> None:
    """There some subjects still show each other's parts."""
    found = {circle[0].rpartition(".")[0] for circle in package_circles(modules(), graph())}
    assert found == {"app"}


def test_nothing_is_imported_upward() -> None:
    assert imports_upward(graph()) == []
