"""Every page of the atlas: labelled, asked only for what it declares, and its claims hold."""

from __future__ import annotations

import pytest

from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.records import LABEL_WORDS, AtlasPage
from compiler_core.atlas.run import run_page
from compiler_core.claims.check import check_claims
from compiler_core.claims.reading import claims_at
from compiler_core.errors import InputError
from compiler_core.lessons.atlas_articles import ATLAS_FOLDER
from tests.atlas.wheels import can_be_asked, wheel_marks

RUN_PROGRAMS = ("autotune", "tensorrt")
"""Own pages that compile and emulate."""
OWN = [page for page in PAGES if page.tool == "Lowering Lab" and page.name not in RUN_PROGRAMS]
EACH_OWN = pytest.mark.parametrize("page", OWN, ids=lambda one: one.name)

# Each of their answers is a compiler's, a linker's and an emulator's run.
OPTIONAL_TOOLS = (
    "MLIR", "Halide", "TVM", "XLA", "IREE", "Triton", "Triton without NVIDIA's programs", "ptxas",
    "Compilers",
)  # fmt: skip


def with_marks(page: AtlasPage, value: object) -> object:
    marks = (pytest.mark.slow,) if page.tool in OPTIONAL_TOOLS else ()
    return pytest.param(value, marks=marks, id=page.name)


def asked_live(page: AtlasPage, value: object) -> object:
    marks = (*wheel_marks(page.tool), pytest.mark.slow) if page.tool in OPTIONAL_TOOLS else ()
    return pytest.param(value, marks=marks, id=page.name)


CLAIMS_OF_MORE = {"four-reach-the-chip": "triton"}
"""Claims that ask for a tool besides their page's."""
EACH_OTHER = pytest.mark.parametrize(
    "page", [with_marks(page, page) for page in PAGES if page not in OWN]
)


# What talks and papers call it: who comes for one of them looks for its name in the index.
SOUGHT = ("MLIR", "IREE", "XLA", "Halide", "TVM", "Mirage", "Mega-kernel", "PTX", "SASS", "JIT")


def test_titles_name_what_a_reader_looks_for() -> None:
    names = [page.title.split(":")[0] for page in PAGES]
    assert [one for one in SOUGHT if not any(one in name for name in names)] == []


@EACH_OWN
def test_a_page_says_what_it_declares(page: AtlasPage) -> None:
    check_says(page)


@EACH_OTHER
def test_a_page_with_a_tool_says_what_it_declares(emulator: None, page: AtlasPage) -> None:
    check_says(page)


def check_says(page: AtlasPage) -> None:
    answer = run_page(page.name, {})
    assert answer.label in LABEL_WORDS
    assert set(answer.facts) == {fact.name for fact in page.facts}
    assert answer.sentence
    assert answer.steps
    assert answer == run_page(page.name, dict(answer.settings))


@EACH_OWN
def test_each_control_changes_something(page: AtlasPage) -> None:
    check_controls(page)


@pytest.mark.parametrize("page", [asked_live(page, page) for page in PAGES if page not in OWN])
def test_each_control_of_a_tool_changes_something(emulator: None, page: AtlasPage) -> None:
    check_controls(page)


def check_controls(page: AtlasPage) -> None:
    usual = run_page(page.name, {})
    for control in page.controls:
        values = [value for value, _ in control.choices] or [str(control.least), str(control.most)]
        shown = (usual.facts, usual.steps, usual.dissections)
        assert any(
            answer_or_refusal(page.name, {control.name: value}) != shown for value in values
        ), control.name


def answer_or_refusal(name: str, settings: dict[str, str]) -> object:
    try:
        answer = run_page(name, settings)
    except InputError:
        return "refused"
    return answer.facts, answer.steps, answer.dissections


def test_every_folder_has_its_page() -> None:
    folders = {file.parent.name for file in ATLAS_FOLDER.glob("*/page.md")}
    assert folders == {page.name for page in PAGES}


@pytest.mark.parametrize("page", [asked_live(page, page.name) for page in PAGES])
def test_every_claim_holds(emulator: None, page: str) -> None:
    report = check_claims(claims_at(ATLAS_FOLDER / page))
    wrong = [
        f"{one.id}, {one.compiler}: {one.found}" for one in report.claims if one.holds is False
    ]
    assert wrong == []
    missing = {one for one, wheel in CLAIMS_OF_MORE.items() if not can_be_asked(wheel)}
    held = {claim.id for claim in report.claims if claim.holds}
    assert {one.id for one in report.claims} - held <= missing
