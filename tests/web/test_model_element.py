"""Why a number of a network is what it is, through the real application, and bad questions."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import onnx_ir as ir
import pytest
from starlette.testclient import TestClient

from app.model.views.model_element import ElementShown, element_page
from app.serving.templating import Page, render_text
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.slicing.explained_element import SlicedNetwork, explain_element
from tests.graph.importing.models import convolution_model
from tests.patience import PATIENCE_SECONDS
from tests.web.models import tiny_model, upload
from tests.web.pages import Answer

Get = Callable[..., Answer]


def test_the_page_draws_the_region_and_leads_on() -> None:
    network = import_model(convolution_model().SerializeToString()).model
    inputs = {
        value.name or "": np.ones((value.shape or ir.Shape(())).numpy(), np.float32)
        for value in network.graph.inputs
    }
    tensor = next(iter(network.graph)).outputs[0].name or ""
    answer = explain_element(SlicedNetwork(network, inputs, ()), tensor, "0,2,3,3")
    shown = ElementShown(
        model_title="<made>",
        run="/run",
        action="/model/made/why",
        tensor=tensor,
        index="0,2,3,3",
        address=lambda tensor, index: f"/model/made/why?tensor={tensor}&index={index}",
        picture="data:image/png;base64,AA==",
        kept=(),
        command="lowlab graph slice made",
    )
    text = render_text(Page("model_element.html", element_page(shown, answer, "")), "/model", ())
    assert 'class="element-box" x="2" y="2" width="3" height="3"' in text
    assert "index=0,2,3,4" in text
    assert "same bits" in text
    assert "&lt;made&gt;" in text
    refused = element_page(shown, None, "There is no tensor.")
    assert "There is no tensor." in render_text(Page("model_element.html", refused), "/model", ())


def waited(get: Get, address: str) -> Answer:
    """The page when its program has run."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        page = get(address)
        if page.status != 200 or not page.all("div", "pending"):
            return page
        time.sleep(0.3)
    raise AssertionError(f"{address} did not come")


@pytest.mark.slow
def test_a_run_leads_to_its_numbers(client: TestClient, get: Get) -> None:
    name = upload(client, tiny_model(31.0)).headers["location"].split("/")[2]
    page = waited(get, f"/model/{name}/why")
    assert page.status == 200, page.text
    assert page.all("p", id="sentence")
    assert "same bits" in page.text or "nothing to poison" in page.text
    found = client.get(f"/api/models/{name}/slice").json()
    assert found["proof"]["verdict"] == "same"
    assert found["kernels_total"] >= len(found["kernels"]) > 0
    for query, words in (("tensor=nothing", "no tensor"), ("index=9999999", "no element")):
        refused = get(f"/model/{name}/why?{query}")
        assert refused.status in (404, 422)
        assert words in refused.text
        # Whoever is refused can name another one.
        assert refused.all("input", name="tensor")
        assert words in client.get(f"/api/models/{name}/slice?{query}").text
