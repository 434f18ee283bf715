"""Uploads of models and pictures: hostile names, broken files, limits, room on the disk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.model.uploads import make_room
from app.settings import settings
from tests.web.conftest import HTML
from tests.web.models import numbered_events, tiny_model, upload
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
    assert re.fullmatch(r"/model/[0-9a-f]{20}/export", address)
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


def test_a_file_that_is_no_model_says_so(client: TestClient, get: Get) -> None:
    address = upload(client, b"\x00\xff" * 500).headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "failed"
    page = get(address)
    assert page.status == 422
    assert "ONNX" in page.one("div", "alert").text
    assert not page.all("div", "stage-progress")


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
