"""The chip page says what each kind of layer can reach on the unit that runs networks."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

SENTENCES = {
    "generic": "1 of 32 rows is used",
    "raspberry-pi-5": "1 of 4 rows is used",
    "ethos-u65-256": "8 input channels by 8 output channels and 4 pixels at once",
    "jetson-orin-nano": "No array is assumed for a GPU",
}


@pytest.mark.parametrize("chip", SENTENCES)
def test_each_kind_of_layer_has_its_share(client: TestClient, chip: str) -> None:
    page = client.get(f"/soc?chip={chip}").text
    assert "What each kind of layer can reach" in page
    assert SENTENCES[chip] in page
    table = page.split("operators-title")[-1].split("</table>")[0]
    assert table.count("<tr>") == 1 + 5


def test_a_yardstick_runs_no_networks(client: TestClient) -> None:
    assert "What each kind of layer can reach" not in client.get("/soc?chip=h100").text
