"""What docs/recipes.md says to add is insisted on where nothing else would miss it."""

from __future__ import annotations

import re
import typing
from pathlib import Path

from app.loop.loop_request import HEAVY_PANES, PANES
from app.loop.panes import PANES_BUILT
from app.loop.views.explorer import FIRST_PANES, MORE_PANES, PaneView
from app.soc.every_view import VIEWS
from command_line.main import ABOUT_A_SOURCE, COMMANDS
from compiler_core.claims.metrics import METRICS
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.graph.emission.operators import SUPPORTED_NAMES
from compiler_core.graph.importing.inference.rules import rule_of
from compiler_core.graph.kernels.registry import TACTICS, find_tactic
from compiler_core.soc.measurements import network_measurements
from compiler_core.soc.reading import load_socs, soc_named
from tests.architecture.project import ROOT
from tests.graph.kernels import test_in_place
from tests.walk import test_routes

FROM_THE_COMPILATION = ("listing", "registers")
# Walked by requests of their own; the profile of a network runs programs.
WALKED_ELSEWHERE = ("matrix", "compilers", "whole"), ("chip", "decode", "profile")
NO_SOURCE_OF_A_USER = frozenset(
    ("doctor", "lessons", "claims", "break", "verify", "board", "serve", "mcp")
)
# The importer leaves the shape open: such a model is taken only where the file states it.
SHAPE_FROM_THE_FILE = {"BitShift", "CumProd"}
WITHOUT_FACTS = {"trust"}


def test_every_pane_has_a_tab_a_builder_a_view_and_a_place_in_the_walk() -> None:
    assert sorted(name for name, _ in (*FIRST_PANES, *MORE_PANES)) == sorted(PANES)
    assert {*PANES_BUILT, *FROM_THE_COMPILATION} == set(PANES)
    assert len(typing.get_args(PaneView)) == len(PANES)
    assert set(HEAVY_PANES) <= set(PANES_BUILT)
    assert {*test_routes.PANES, *WALKED_ELSEWHERE[0]} == set(PANES)


def test_every_view_of_a_chip_is_walked_and_its_facts_are_kept() -> None:
    names = {view.name for view in VIEWS}
    assert {*test_routes.VIEWS, *WALKED_ELSEWHERE[1]} == names
    facts = {path.stem for path in (ROOT / "tests/web/chip-facts").glob("*.txt")}
    assert facts | WITHOUT_FACTS == names


def test_a_command_reads_a_users_source_within_a_limit_or_reads_none() -> None:
    assert {name for name, _ in COMMANDS} == ABOUT_A_SOURCE | NO_SOURCE_OF_A_USER


def test_what_claims_may_ask_is_said_to_authors() -> None:
    page = (ROOT / "docs/writing-lessons.md").read_text(encoding="utf-8")
    assert [name for name in (*KIND_BY_NAME, *METRICS) if f"`{name}`" not in page] == []


def test_every_operator_with_c_has_a_rule_for_its_shape() -> None:
    assert {name for name in SUPPORTED_NAMES if rule_of(name) is None} == SHAPE_FROM_THE_FILE


def test_every_algorithm_may_overwrite_the_residual() -> None:
    tried = {find_tactic(name).algorithm for name in test_in_place.LAYERS}
    assert tried == {tactic.algorithm for tactic in TACTICS}


def test_a_chip_is_fitted_with_others_that_were_measured() -> None:
    measured = {soc_named(row.soc).network_class for row in network_measurements()}
    assert {soc.network_class for soc in load_socs()} <= {"", *measured}


def test_the_tests_that_recipes_name_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", Path(ROOT / "docs/recipes.md").read_text()))
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named
    assert named - defined == set()
