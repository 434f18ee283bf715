"""Running the server: whether it is ready, its figures, and what its log does not say."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.serving import readiness
from app.serving.lab_database import lab_database
from app.serving.log_lines import log_in_lines
from app.settings import settings
from classroom.waiting import oldest_queued_seconds
from tests.lab.hosted import Hosted
from tests.lab.laboratory import Laboratory


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the server writes to its log."""
    kept, level = logging.root.handlers[:], logging.root.level
    written = io.StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", written)
        log_in_lines(logging.INFO)
    yield written
    logging.root.handlers[:], logging.root.level = kept, level
    logging.getLogger("lowlab").setLevel(logging.NOTSET)


@pytest.fixture(autouse=True)
def sound_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test of the jail has tests of its own."""
    report = SimpleNamespace(jail=SimpleNamespace(ok=True))
    monkeypatch.setattr(readiness, "recent_report", lambda: report)
    readiness._answers.clear()


def test_the_log_of_a_walk_says_nothing_of_what_was_sent(
    hosted: Hosted, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = hosted.student("Quixotica")
    back = ada.return_link()
    ada.open(back)
    ada.open(f"{hosted.base}/x/sum")
    ada.send(f"{hosted.base}/x/sum", act="hand in", source="int secretsource; // vvv")

    assert hosted.walker().join(hosted.code, "Quixotica").status_code == 409
    ada.open("/lab/r/wrong-token-of-somebody")
    ada.open("/z/secretsource")
    hosted.grade_all()
    text = logged.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    asked = [line for line in lines if line["event"] == "request"]
    assert {line["route"] for line in asked} >= {
        "/lab/r/{token}",
        "/lab/{class_id}/x/{exercise_id}",
    }
    assert len({line["request"] for line in asked}) == len(asked)
    assert asked[0]["request"]
    token = back.rpartition("/")[2]
    for secret in (
        "Quixotica",
        "quixotica",
        token,
        hosted.code,
        "secretsource",
        "wrong-token",
        "/lab/r/w",
    ):
        assert secret not in text, secret


def test_an_unexpected_error_is_told_by_its_place(
    hosted: Hosted, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no such nickname: Quixotica")

    monkeypatch.setattr("app.routes.operation.readiness", fail)
    client = TestClient(hosted.app, base_url="http://localhost", raise_server_exceptions=False)
    assert client.get("/readyz").status_code == 500
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    (told,) = [line for line in lines if line["level"] == "error"]
    assert told["error"] == "ValueError"
    assert told["at"][-1].endswith(" fail")
    assert told["request"] == next(one for one in lines if one["event"] == "request")["request"]
    assert "Quixotica" not in logged.getvalue()


def client_at(hosted: Hosted, address: str) -> TestClient:
    return TestClient(hosted.app, base_url="http://localhost", client=(address, 1))


def test_whoever_is_cut_off_by_the_end_of_the_server_is_no_error(logged: io.StringIO) -> None:
    server = logging.getLogger("uvicorn.error")
    for error in (asyncio.CancelledError(), ValueError()):
        try:
            raise error
        except BaseException:  # noqa: BLE001 - what the web server catches around a request
            server.error("Exception in ASGI application", exc_info=True)
    assert [json.loads(line)["error"] for line in logged.getvalue().splitlines()] == ["ValueError"]


def test_figures_are_for_this_machine_or_with_the_token(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = client_at(hosted, "127.0.0.1"), client_at(hosted, "192.0.2.7")
    text = near.get("/metrics").text
    for name in (
        "grade_seconds_bucket",
        "queue_age_seconds",
        "look_seconds_bucket",
        "jail_failures_total",
    ):
        assert f"\nlowlab_{name}" in text
    assert near.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 403
    sent = {"authorization": "Bearer guessed"}
    assert far.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403
    monkeypatch.setattr(settings(), "metrics_token", "of the operator")
    assert far.get("/metrics", headers=sent).status_code == 403
    sent = {"authorization": "Bearer of the operator"}
    assert far.get("/metrics", headers=sent).status_code == 200


def test_figures_say_what_waits(hosted: Hosted) -> None:
    bob = hosted.student("bob")
    bob.open(f"{hosted.base}/x/sum")
    bob.send(f"{hosted.base}/x/sum", act="hand in", source="v")
    near = client_at(hosted, "127.0.0.1")
    assert 'lowlab_jobs{kind="grade",state="queued"} 1.0' in near.get("/metrics").text
    hosted.grade_all()
    after = near.get("/metrics").text
    assert 'state="queued"' not in after
    assert "lowlab_queue_age_seconds 0.0" in after


def test_the_age_of_the_queue_is_that_of_its_oldest(lab: Laboratory) -> None:
    member = lab.join("ada")
    lab.hand_in(member, "v")
    lab.now += 50
    lab.hand_in(lab.join("bob"), "v")
    with lab.database.reading() as connection:
        assert oldest_queued_seconds(connection, lab.now + 10) == 60
    lab.engine.do_all()
    with lab.database.reading() as connection:
        assert oldest_queued_seconds(connection, lab.now + 10) == 0


def test_ready_while_database_jail_and_queue_are(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker = client_at(hosted, "192.0.2.7")

    def answered() -> tuple[int, dict[str, object]]:
        readiness._answers.clear()
        answer = asker.get("/readyz")
        return answer.status_code, answer.json()

    assert answered() == (
        200,
        {"ready": True, "database": "ok", "jail": True, "queue_age_seconds": 0.0},
    )
    with monkeypatch.context() as patched:
        patched.setattr(readiness, "oldest_queued_seconds", lambda *_: 301.0)
        assert answered()[0] == 503
    with monkeypatch.context() as patched:
        report = SimpleNamespace(jail=SimpleNamespace(ok=False))
        patched.setattr(readiness, "recent_report", lambda: report)
        assert answered()[0] == 503
    with monkeypatch.context() as patched:
        patched.setattr(type(lab_database()), "reading", _away)
        assert answered() == (
            503,
            {"ready": False, "database": "away", "jail": True, "queue_age_seconds": 0.0},
        )


def _away(*_: object) -> None:
    raise OperationalError("SELECT", {}, Exception("connection refused"))
