"""What the page of a stage tells is still on it, however much of it is closed.

The files in `stage-facts` hold headings, columns and rows of the fourteen pages; a line that is to
go is taken out there. The pages show runs that were written down, so nothing is run here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import compiler_core.pipelines.model_runs as model_runs
from compiler_core.graph.settings import DEFAULT_SETTINGS as NETWORK_SETTINGS
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.llm.settings import DEFAULT_SETTINGS as LANGUAGE_SETTINGS
from compiler_core.llm.stages import STAGE_NAMES as LANGUAGE_STAGE_NAMES
from compiler_core.pipelines.model_runs import ShippedRun, share_runs_of
from tests.facts.recorded import place_recorded
from tests.web.pages import Answer
from tests.web.test_chip_facts import facts_of

FACTS = Path(__file__).parent / "stage-facts"
RUNS = (
    ShippedRun("graph", "residual", NETWORK_SETTINGS),
    ShippedRun("language", "workshop", LANGUAGE_SETTINGS),
)
PAGES = [
    f"{run.model}-{stage}"
    for run, stages in zip(RUNS, (STAGE_NAMES, LANGUAGE_STAGE_NAMES), strict=True)
    for stage in stages
]


@pytest.fixture
def recorded_runs(own_runs: Path) -> Iterator[None]:
    kept = list(model_runs._shared)
    share_runs_of(own_runs)
    for run in RUNS:
        place_recorded(run)
    yield
    model_runs._shared[:] = kept


def test_each_of_the_fourteen_pages_has_its_facts() -> None:
    assert len(PAGES) == 14
    assert sorted(path.stem for path in FACTS.glob("*.txt")) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_that_stood_on_the_page_of_a_stage_is_lost(
    get: Callable[..., Answer], recorded_runs: None, name: str
) -> None:
    model, stage = name.split("-")
    page = get(f"/model/{model}/{stage}?open=all")
    assert page.status == 200
    told = set(facts_of(page))
    wanted = (FACTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert len(wanted) > 10
    assert [one for one in wanted if one not in told] == []
