"""The parts of the model pages that let a reader try something: through the real application."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.model.details import RANGE_WORDS
from app.model.views.elsewhere import elsewhere
from app.model_runs.tracks import GRAPH
from compiler_core.graph.calibration.methods import CHOICES
from compiler_core.graph.stages import STAGE_NAMES
from tests.patience import PATIENCE_SECONDS
from tests.web.pages import Answer

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

Get = Callable[..., Answer]


def when(get: Get, address: str, there: Callable[[Answer], bool]) -> Answer:
    """The page once it shows what is waited for."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        answer = get(address)
        assert answer.status == 200, answer.text
        if there(answer):
            return answer
        time.sleep(1)
    raise AssertionError(f"{address} did not come so far")


def ready(answer: Answer) -> bool:
    return not answer.all(with_class="stage-progress")


def rows_of(answer: Answer, label: str) -> list[list[str]]:
    """Cells of the table in the group of this label."""
    group = answer.one("div", role="group", aria_label=label)
    start = answer.elements.index(group)
    rows = [element for element in answer.elements[start:] if element.tag == "tr"]
    cells = [[cell.text.strip() for cell in row.children if cell.tag == "td"] for row in rows]
    return [row for row in cells if row]


def number(text: str) -> float:
    return float(text.replace(",", ""))


@pytest.mark.slow
def test_a_remedy_is_one_click_and_is_measured_beside_the_network_without_it(get: Get) -> None:
    plain = when(get, "/model/plain/passes", ready)
    remedies = [
        link for link in plain.all("a", with_class="button") if "Use a depthwise" in link.text
    ]
    assert remedies, "the plain network's dense convolutions are found"
    address = remedies[0].attributes["href"].partition("#")[0]
    assert "remedies=separable" in address
    changed = when(get, address, lambda page: ready(page) and "Still being made" not in page.text)
    rows = {row[0]: row[1:] for row in rows_of(changed, "Before and after the remedies")[:6]}
    before, after, _ = rows["Weights, bytes"]
    assert number(after) < number(before), "the convolution's weights became fewer"
    before, after, _ = rows["Kernels"]
    assert number(after) == number(before) + 1, "one convolution became two"
    right = [float(text.rstrip("%")) for text in rows["Test pictures right"][:2]]
    assert right[0] > 95 > right[1], "without training the answers get worse, and the page says so"
    assert "Take back" in changed.text


def test_an_unknown_remedy_is_refused_in_words(get: Get) -> None:
    page = get("/model/plain/passes?remedies=separable:nowhere")
    end = time.monotonic() + PATIENCE_SECONDS
    while page.status == 200 and time.monotonic() < end:
        time.sleep(1)
        page = get("/model/plain/passes?remedies=separable:nowhere")
    assert page.status == 422
    assert "There is nothing to remedy at separable:nowhere." in page.text


@pytest.mark.slow
def test_what_each_method_leaves_is_shown_and_a_bad_choice_is_warned_of(get: Get) -> None:
    address = "/model/depthwise/quantise"
    usual = when(get, address, lambda page: "Decibels by method" in page.text)
    rows = [row for row in rows_of(usual, "Decibels by method") if len(row) == 6]
    assert rows[0][0] == "the output"
    assert len(rows) > 10
    assert all(sum("in use" in cell for cell in row) == 1 for row in rows)
    output = [float(cell.split()[0]) for cell in rows[0][1:]]
    used = next(float(cell.split()[0]) for cell in rows[0] if "in use" in cell)
    assert used == max(output)
    assert "Warning." not in usual.text
    bad = when(get, f"{address}?calibration=kl", lambda page: "Decibels by method" in page.text)
    assert "in use" in rows_of(bad, "Decibels by method")[0][4]
    links = [one.attributes["href"] for one in bad.all("a") if "by measurement" in one.text]
    assert len(links) == ("Warning." in bad.text)
    assert all("calibration" not in link for link in links)


@pytest.mark.slow
def test_each_layer_is_quantised_alone_once_the_program_has_run(get: Get) -> None:
    label = "Sensitivity of the layers"
    page = when(get, "/model/depthwise/quantise", lambda page: label in page.text)
    rows = rows_of(page, label)
    layers = [row[0] for row in rows if row[0].startswith(("Conv", "Gemm"))]
    assert len(layers) == len(set(layers)) >= 10
    noise = [float(row[1]) for row in rows[: len(layers)]]
    assert all(5 < one < 80 for one in noise), "int8 keeps a layer's output, with some noise"
    right = [float(row[2].rstrip("%")) for row in rows[: len(layers)]]
    assert all(80 < one <= 100 for one in right)


@pytest.mark.slow
def test_tuning_measures_tiles_and_the_program_uses_the_winner(get: Get) -> None:
    address = "/model/plain/engine?tune_seconds=5"
    page = when(get, address, ready)
    rows = rows_of(page, "Tiles measured") if "Tiles measured" in page.text else []
    if not rows:
        names = [
            link.attributes["href"]
            for link in page.all("a")
            if "view=" in link.attributes.get("href", "")
        ]
        pages = (get(name.partition("#")[0]) for name in names)
        page = next(one for one in pages if "Tiles measured" in one.text)
        rows = rows_of(page, "Tiles measured")
    counts = [number(row[3]) for row in rows if len(row) == 5 and row[3]]
    winner = next(row for row in rows if "the winner" in row[0])
    assert number(winner[3]) == min(counts)


def test_four_modules_say_what_pytorch_said_and_nodes_are_found_in_their_modules(get: Get) -> None:
    page = when(get, "/model/residual/export", ready)
    hazards = page.all("details", with_class="hazard")
    assert len(hazards) == 4
    assert "GuardOnDataDependentSymNode" in hazards[0].text
    assert "if image.mean() > 0.5" in hazards[0].text, "the module itself is shown"
    modules = [row for row in rows_of(page, "Modules and their nodes") if len(row) == 3]
    named = [row for row in modules if row[0].startswith("blocks.")]
    assert named
    assert all(int(row[1]) >= 1 for row in named)


def test_every_stage_names_other_tools_with_a_source_and_says_that_they_are_not_run(
    get: Get,
) -> None:
    for stage in STAGE_NAMES:
        commands = elsewhere(GRAPH, stage)
        assert commands, f"{stage} has no command"
        assert all(command.command.split()[0] in (command.tool, "python") for command in commands)
    panel = when(get, "/model/plain/passes", ready).one("details", with_class="elsewhere")
    assert "documented, not run here" in panel.text
    assert "onnxsim model.onnx simplified.onnx" in panel.text


def test_the_menu_of_ranges_has_words_for_each_method() -> None:
    assert set(RANGE_WORDS) == {name for name, _ in CHOICES}
    assert all(RANGE_WORDS.values())
