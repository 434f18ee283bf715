"""The bundle for boards on a network's pages, and reports that readers bring back."""

from __future__ import annotations

import io
import json
import tarfile
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.board.reports import report
from tests.web.conftest import HTML
from tests.web.models import tiny_model, upload
from tests.web.pages import Answer

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.fixture(scope="module")
def model(client: TestClient) -> str:
    """The address of a small network that has run."""
    first = upload(client, tiny_model(0.7183)).headers["location"]
    address = urlsplit(first).path.rpartition("/")[0]
    asked = f"/api{address.replace('/model', '/models')}/run"
    while (answer := client.get(asked)).status_code == 202:
        time.sleep(1)
    assert answer.status_code == 200, answer.text
    return address


@pytest.fixture(scope="module")
def bundle(client: TestClient, model: str) -> dict[str, bytes]:
    answer = client.get(f"{model}/run/file/board.tar.gz")
    assert answer.status_code == 200
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        files = {one.name: archive.extractfile(one) for one in archive.getmembers()}
        return {name.removeprefix("board/"): file.read() for name, file in files.items() if file}


@pytest.fixture(scope="module")
def good(bundle: dict[str, bytes]) -> dict[str, Any]:
    """A report of this bundle."""
    subject = json.loads(bundle["counted.json"])
    kernels = [report()["kernels"][0] | {"name": one["name"]} for one in subject["kernels"]]
    return report(digest=subject["digest"], kernels=kernels)


def send(client: TestClient, model: str, content: bytes) -> Answer:
    files = {"report": ("report.json", content, "application/json")}
    sent = client.post(f"{model}/run", files=files, headers=HTML)
    if sent.status_code != 303:
        return Answer(sent)
    return Answer(client.get(sent.headers["location"], headers=HTML))


def test_the_bundle_is_offered_and_holds_what_a_board_needs(
    client: TestClient, model: str, bundle: dict[str, bytes]
) -> None:
    assert bundle["board"].startswith(b"\x7fELF")
    assert {"run.sh", "model.c", "weights.bin", "input0.bin", "expected0.bin"} <= set(bundle)
    for stage in ("engine", "run"):
        page = Answer(client.get(f"{model}/{stage}", headers=HTML))
        links = [one.attributes["href"] for one in page.all("a")]
        assert f"{model}/{stage}/file/board.tar.gz" in links


def test_times_stand_beside_counts_and_models(
    client: TestClient, model: str, good: dict[str, Any]
) -> None:
    page = send(client, model, json.dumps(good).encode())
    assert page.status == 200
    assert "Reported by the reader" in page.text
    assert "Measured per modelled" in page.text
    sent = client.post(f"/api{model.replace('/model', '/models')}/board", json=good)
    assert sent.status_code == 200
    kernel = sent.json()["kernels"][0]
    assert kernel["of_count"] == pytest.approx(1100 / kernel["instructions"])
    assert kernel["of_model"] == pytest.approx(2e-6 / kernel["modelled"])


def test_another_bundle_is_refused_in_a_sentence(
    client: TestClient, model: str, good: dict[str, Any]
) -> None:
    page = send(client, model, json.dumps(good | {"digest": "0" * 64}).encode())
    assert page.status == 422
    assert "report of another bundle" in page.text


def test_what_a_report_says_is_escaped(
    client: TestClient, model: str, good: dict[str, Any]
) -> None:
    machine = good["machine"] | {"processor": "<script>alert(1)</script>"}
    page = send(client, model, json.dumps(good | {"machine": machine}).encode())
    assert page.status == 200
    assert "<script>alert" not in page.text


def test_a_report_that_is_gone_is_said(client: TestClient, model: str) -> None:
    page = Answer(client.get(f"{model}/run?board={'0' * 20}", headers=HTML))
    assert page.status == 200
    assert "not kept any more" in page.text


def test_more_than_a_mebibyte_is_refused(client: TestClient, model: str) -> None:
    assert send(client, model, b" " * ((1 << 20) + 1)).status == 413
    headers = {"content-type": "application/json"}
    address = f"/api{model.replace('/model', '/models')}/board"
    assert client.post(address, content=b" " * (2 << 20), headers=headers).status_code == 413


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_file_is_an_error_of_the_server(client: TestClient, model: str, content: bytes) -> None:
    assert send(client, model, content).status in (413, 422)
