"""The picture of the whole graph and what is told below it, through the real application."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper
from starlette.testclient import TestClient

from app.model.views.model_stage import stage_state
from app.model.views.stage_try import try_view
from app.model_runs.request import ModelRequest
from compiler_core.graph.linting.activations import ACTIVATIONS
from compiler_core.graph.linting.finding import LintFinding
from compiler_core.graph.outline import Outline
from compiler_core.graph.pipeline.passes_stage import PassesDetails
from compiler_core.graph.pipeline.run_stage import RunDetails, run_problem
from compiler_core.graph.running.records import OutputComparison, ProgramResult
from compiler_core.pipelines.events import Event
from tests.patience import PATIENCE_SECONDS
from tests.web.models import upload
from tests.web.pages import Answer, Element

STAGES = ("export", "passes", "quantise", "fusion", "engine", "run")
HOSTILE = ("<script>alert(1)</script>/x", '"><svg onload=alert(1)>/y', "n" * 250, "a/b", "a/b/c")
Get = Callable[..., Answer]


def block_model(names: tuple[str, ...] = ()) -> bytes:
    """Four blocks of Conv → BatchNormalization → Relu on 1×4×8×8; names: of the first nodes."""
    chance = np.random.default_rng(5)
    nodes, constants, value = [], [], "x"
    for block in range(4):
        weights = chance.normal(size=(4, 4, 1, 1)).astype(np.float32)
        constants.append(numpy_helper.from_array(weights, f"w{block}"))
        for at, what in enumerate("sbmv"):
            row = np.full(4, 1.0 if at in (0, 3) else 0.1, np.float32)
            constants.append(numpy_helper.from_array(row, f"{what}{block}"))
        rows = (("Conv", [value, f"w{block}"]), ("BatchNormalization",
                ["", *(f"{what}{block}" for what in "sbmv")]), ("Relu", [""]))  # fmt: skip
        for operator, reads in rows:
            made = f"t{len(nodes)}" if (block, operator) != (3, "Relu") else "y"
            name = f"/blocks/blocks.{block}/{operator}"
            name = names[len(nodes)] if len(nodes) < len(names) else name
            inputs = [one or value for one in reads]
            nodes.append(helper.make_node(operator, inputs, [made], name=name))
            value = made
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, 4, 8, 8)) for name in "xy"]
    graph = helper.make_graph(nodes, "blocks", ends[:1], ends[1:], constants)
    imports = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=imports, ir_version=9).SerializeToString()


def model_of(client: TestClient, names: tuple[str, ...] = ()) -> str:
    """The address of its run, up to the stage."""
    return upload(client, block_model(names)).headers["location"].rpartition("/")[0]


def ready(get: Get, address: str) -> Answer:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        answer = get(address)
        assert answer.status == 200, answer.text
        if not answer.all(with_class="stage-progress"):
            return answer
        time.sleep(1)
    raise AssertionError(f"{address} did not come")


def boxes(page: Answer) -> list[str]:
    """What the boxes of the picture say of themselves."""
    return [one.children[0].text for one in page.all("a", with_class="box")]


@pytest.mark.usefixtures("emulator", "oracle")
def test_each_stage_draws_the_graph_and_the_last_two_tell_of_its_kernels(
    client: TestClient, get: Get
) -> None:
    base = model_of(client)
    ready(get, f"{base}/run?precision=fp32")
    pages = {name: ready(get, f"{base}/{name}?precision=fp32") for name in STAGES}
    assert all(boxes(page) for page in pages.values())
    first, middle, last = boxes(pages["passes"])
    assert middle == "blocks.1 … blocks.2 2 times, 6 nodes: 2 folded into another, 4 changed."
    assert "1 new" in first, "the layout of the input changes here"
    assert "1 new" in last
    opened = pages["passes"].one("a", with_class="is-repeat").attributes["href"]
    inside = ready(get, opened.partition("#")[0])
    assert [text.split(",")[0] for text in boxes(inside)] == [f"blocks.{at}" for at in range(4)]
    later = opened.partition("#")[0].replace("/passes", "/fusion")
    assert len(inside.all("a", with_class="frame-head")) == 1
    assert len(ready(get, later).all("a", with_class="frame-head")) <= 1
    run = pages["run"]
    assert run.all("h2", id="worst-title")
    assert "12 nodes of the file: 12 are computed by" in run.text
    beside = next(one for one in run.all("a") if "another compilation" in one.text).attributes[
        "href"
    ]
    page = compared(get, beside)
    rows = {row[0]: row[1:] for row in table(page, "Numbers of both")}
    left, right, _ = rows["Weights, bytes"]
    assert left != right, "int8 on the right"
    pairs = table(page, "Kernels of both")
    counts = [[int(row[at].replace(",", "")) for row in pairs if row[at]] for at in (3, 4)]
    executed = [int(one.replace(",", "")) for one in rows["Instructions executed"][:2]]
    assert [sum(count) for count in counts] == executed, "each kernel stands in one row"
    costed = ready(get, f"{base}/passes?precision=fp32&colour=instructions")
    assert any("instructions" in text for text in boxes(costed))


@pytest.mark.usefixtures("emulator", "oracle")
def test_names_of_nodes_stay_text(client: TestClient, get: Get) -> None:
    base = model_of(client, HOSTILE)
    for stage in ("export", "passes"):
        page = ready(get, f"{base}/{stage}?open=,,x,%3Cscript%3E&node=%22%3E&colour=%3Cb%3E")
        assert boxes(page)
        assert "<script>alert" not in page.text
        assert "<svg onload" not in page.text
        keys = [one.attributes["href"] for one in page.all("a", with_class="box")]
        for address in Random(1).sample(keys, min(3, len(keys))):
            assert ready(get, address.partition("#")[0]).status == 200


def compared(get: Get, address: str) -> Answer:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        page = get(address)
        assert page.status == 200, page.text
        if page.all("h2", id="pairs-title"):
            return page
        time.sleep(0.3)
    raise AssertionError(f"{address} compared nothing")


def table(page: Answer, label: str) -> list[list[str]]:
    """Cells of the table in the group of this label."""
    group = page.one("div", role="group", aria_label=label)
    rows = [one for one in within(group) if one.tag == "tr"]
    cells = [[cell.text.strip() for cell in row.children if cell.tag == "td"] for row in rows]
    return [row for row in cells if row]


def within(element: Element) -> Iterator[Element]:
    for child in element.children:
        yield child
        yield from within(child)


def run_details(result: ProgramResult, *, agrees: bool) -> RunDetails:
    return RunDetails(
        result=result, agrees=agrees, tolerance=0.001, classes=(), float_comparison=(), meaning=""
    )


def test_a_stage_without_its_result_is_a_failed_one() -> None:
    stopped = ProgramResult(status="stopped", message="It took too long.")
    assert run_problem(run_details(stopped, agrees=False)) == "It took too long."
    wrong = OutputComparison(
        name="y", max_abs_error=0.5, position=(0,), ours=1.5, reference=1.0, largest=1.0
    )
    differs = ProgramResult(status="ok", message="", comparison=(wrong,), reference="ONNX Runtime")
    assert "differs from ONNX Runtime by 0.5" in run_problem(run_details(differs, agrees=False))
    assert run_problem(run_details(differs, agrees=True)) == ""
    events = (
        Event(number=1, kind="started", stage="run"),
        Event(number=2, kind="finished", stage="run", problem="It took too long."),
    )
    assert stage_state("run", events) == "failed"
    assert stage_state("run", (events[0], Event(number=2, kind="finished", stage="run"))) == "done"


def test_findings_that_say_the_same_are_one_with_its_count() -> None:
    def finding(at: int, sentence: str) -> LintFinding:
        return LintFinding(
            rule="activation",
            node=f"act{at}",
            sentence=sentence,
            remedy="activation",
            remedy_title="Use Relu instead",
            same_outputs=False,
        )

    alike = [
        finding(at, f"HardSwish at act{at} is dear, {at * 1_000:,} times.") for at in range(19)
    ]
    other = finding(19, "Gelu is dearer, 12 times.")
    details = PassesDetails(
        passes=(), outline=Outline(()), findings=(*alike[:7], other, *alike[7:])
    )
    view = try_view(
        ModelRequest(model="plain", stage="passes"), details, (ACTIVATIONS,), None, "The cliff."
    )
    (rule,) = view.rules
    assert [(group.first[0].node, len(group.others)) for group in rule.groups] == [
        ("act0", 18),
        ("act19", 0),
    ]
    assert rule.groups[0].more == "The same at 18 more nodes"
    assert "act18" in rule.groups[0].address, "one button for all of them"
    assert view.cliff == "The cliff."
