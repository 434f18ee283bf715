"""Uploads of models and pictures: hostile names, broken files, limits, room on the disk."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
from starlette.testclient import TestClient

from app.model_runs.uploads import make_room
from app.settings import settings
from tests.patience import PATIENCE_SECONDS
from tests.toolchain.processes_left import soon
from tests.web.conftest import HTML
from tests.web.models import numbered_events, odd_model, tiny_model, upload
from tests.web.pages import Answer

NET = "depthwise"
HOSTILE_NAMES = (
    "../../x<script>alert(1)</script>.onnx",
    'a"onload="x.onnx',
    "two\r\nlines.onnx",
    "..\\..\\<img src=x>.onnx",
)
Get = Callable[..., Answer]


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=["folder", "quote", "newline", "backslash"])
def test_a_hostile_file_name_stays_plain_text(
    client: TestClient, get: Get, name: str, stalled: list[str]
) -> None:
    answer = upload(client, tiny_model(10.0 + HOSTILE_NAMES.index(name)), name)
    assert answer.status == 303
    address = answer.headers["location"]
    assert re.fullmatch(r"/model/[0-9a-f]{20}/input", address)
    page = get(address)
    assert page.status == 200
    for part in ("<script>alert", "onload=", "<img src=x>", "../.."):
        assert part not in page.text
    assert not list(settings().state.parent.glob("x*.onnx"))


@pytest.mark.parametrize("content", [b"", b"no form at all"], ids=["empty", "no file"])
def test_an_upload_without_content_is_refused(client: TestClient, content: bytes) -> None:
    if content:
        answer = Answer(client.post("/model", data={"model": "text"}, headers=HTML))
    else:
        answer = upload(client, content)
    assert answer.status == 422
    assert "file" in answer.one("main").text


def _header(text: bytes, length: int | None = None) -> bytes:
    return struct.pack("<Q", len(text) if length is None else length) + text


LIE = b'{"model.embed_tokens.weight":{"dtype":"F32","shape":[8,8],"data_offsets":[0,99999]}}'
BROKEN = {
    "noise": ("net.onnx", b"\x00\xff" * 500, "ONNX"),
    "cut ONNX": ("net.onnx", tiny_model(4.0)[:-30], "ends in the middle"),
    "cut GGUF": ("model.gguf", b"GGUF" + b"\3\0\0\0" + b"\7" * 8, "cut off"),
    "GGUF of ones": ("model.gguf", b"GGUF" + b"\xff" * 64, "GGUF"),
    "length": ("model.safetensors", _header(b"{}", 1 << 62), "header"),
    "offsets": ("model.safetensors", _header(LIE), "99,999"),
    "no config": ("model.safetensors", _header(b"{}") + b"\0" * 8, "config.json"),
    "wrong name": ("net.onnx", _header(LIE), "99,999"),
}
NO_MODEL = {
    "text": ("net.onnx", b"what I meant to send\n" * 9, "text"),
    "json": ("config.json", b'{"model_type": "llama"}', "JSON"),
    "zip": ("net.pt", b"PK\3\4" + b"\0" * 90, "ZIP"),
    "placeholder": ("a.gguf", b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
    "empty": ("net.gguf", b"", "empty"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_read_has_one_page(client: TestClient, get: Get, name: str) -> None:
    """Its own address, at which the next file can be dropped; every stage leads there."""
    title, content, word = BROKEN[name]
    address = upload(client, content, title).headers["location"]
    model = "/".join(address.split("/")[:3])
    stage = f"{model}/input" if get(f"{model}/input").status != 404 else address
    numbered_events(client, stage)
    page = get(model)
    assert page.status == 422
    assert word in page.one("div", "alert").text
    heading = page.all("h2")[0].text
    assert "was not opened" in heading, "on a telephone the first screen has to say it"
    assert page.one("input", id="model-file")
    for one in ("input", "export", "tokens", "run", "nothing"):
        leads = get(f"{model}/{one}")
        assert (leads.status, leads.headers["location"]) == (303, model)
    assert upload(client, content, title).headers["location"] == model


@pytest.mark.parametrize("name", NO_MODEL)
def test_what_is_plainly_no_model_is_said_where_it_was_dropped(
    client: TestClient, name: str
) -> None:
    title, content, word = NO_MODEL[name]
    kept = set((settings().state / "models").glob("*"))
    page = upload(client, content, title)
    assert page.status == 422
    assert word in page.one("div", "alert").text
    assert page.one("input", id="model-file")
    assert set((settings().state / "models").glob("*")) == kept


def test_a_good_file_opens_at_its_first_stage_whatever_it_is_called(client: TestClient) -> None:
    address = upload(client, tiny_model(5.0), "net.gguf").headers["location"]
    assert address.endswith("/input")
    assert numbered_events(client, address)[-1]["kind"] == "done"


def test_weights_may_come_in_a_file_of_their_own(
    client: TestClient, get: Get, tmp_path: Path
) -> None:
    """As PyTorch's exporter leaves them; without it the first page says which file is missing."""
    path, data = tmp_path / "net.onnx", "net.onnx.data"
    network = onnx.ModelProto.FromString(tiny_model(5.0))
    onnx.save_model(network, str(path), save_as_external_data=True, location=data, size_threshold=0)
    files = [("model", (name, (tmp_path / name).read_bytes())) for name in (data, "net.onnx")]
    alone = client.post("/model", files=files[1:], headers=HTML).headers["location"]
    assert soon(lambda: f"Give {data} together" in get(alone).text, PATIENCE_SECONDS)
    both = client.post("/model", files=files, headers=HTML).headers["location"]
    assert numbered_events(client, both)[-1]["kind"] == "done"


@pytest.mark.parametrize("name", ["../net.data", ".data", "about.json", "model.onnx", "a\x00.data"])
def test_no_other_file_lies_beside_a_network(client: TestClient, name: str) -> None:
    files = [("model", ("net.onnx", tiny_model(5.0))), ("model", (name, b"weights"))]
    before = set((settings().state / "models").rglob("*"))
    assert client.post("/model", files=files, headers=HTML).status_code in (400, 422)
    assert set((settings().state / "models").rglob("*")) == before


@pytest.mark.parametrize(
    ("operator", "domain"), [("Det", ""), ("Sorcery", "my.own")], ids=["standard", "own domain"]
)
def test_an_operator_without_code_is_said_on_the_first_stage(
    client: TestClient, get: Get, operator: str, domain: str
) -> None:
    address = upload(client, odd_model(operator, domain)).headers["location"]
    numbered_events(client, address)
    for stage in ("input", "engine"):
        (warning,) = get(address.replace("/input", f"/{stage}")).all("ul", "stage-warnings")
        assert f"{operator} cannot be compiled here" in warning.text
        (link,) = [child for child in warning.children[0].children if child.tag == "a"]
        page = get(link.attributes["href"].partition("#")[0])
        assert page.status == 200
        assert any(operator in one.text for one in page.all("li", "is-chosen"))


def test_an_upload_above_the_limit_is_refused_before_it_is_read(client: TestClient) -> None:
    headers = HTML | {"content-length": str(settings().file_bytes + 1)}
    answer = client.post("/model", content=b"short", headers=headers)
    assert answer.status_code == 413


def test_an_upload_must_say_how_long_it_is(client: TestClient) -> None:
    answer = client.post("/model", content=iter([b"a", b"b"]), headers=HTML)
    assert answer.status_code == 411


@pytest.mark.parametrize(
    "content",
    [b"GIF89a junk", b"\x89PNG\r\n\x1a\n" + b"\xff" * 80],
    ids=["word", "header"],
)
def test_a_file_that_is_no_picture_is_a_plain_problem(
    client: TestClient, get: Get, content: bytes
) -> None:
    sent = client.post(f"/model/{NET}/input", files={"file": ("x.png", content)}, headers=HTML)
    assert sent.status_code == 303
    address = sent.headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "failed"
    page = get(address)
    assert page.status == 422
    assert "picture" in page.one("div", "alert").text.lower()


def test_the_longest_unused_upload_goes_first(tmp_path: Path) -> None:
    for age, name in enumerate(("newest", "middle", "oldest")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.onnx").write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    make_room(tmp_path, keep="oldest", quota=250)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["newest", "oldest"]
