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


def test_the_network_compiler_does_not_know_chips() -> None:
    tracks = {"compiler_core.graph", "compiler_core.llm", "compiler_core.soc"}
    assert [one for one in package_circles(modules(), graph()) if set(one) & tracks] == []


def test_the_atlas_does_not_know_who_writes_about_it() -> None:
    above = {"compiler_core.claims", "compiler_core.lessons"}
    assert [one for one in package_circles(modules(), graph()) if set(one) & above] == []


def test_nothing_is_imported_upward() -> None:
    assert imports_upward(graph()) == []
