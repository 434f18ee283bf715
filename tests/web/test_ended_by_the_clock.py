"""A task that ended by the clock, with processor time left: the machine was busy, not the task
large."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from app.analysis.errors import AnalysisEnded
from app.analysis.from_threads import analysed
from app.analysis.pool import Listener
from app.analysis.running import answered_by
from app.analysis.task import FinishedAnswer, Task
from tests.web.conftest import SAXPY


class Busy:
    """Nothing comes to an end here; counts what it was asked."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    async def answer(self, task: Task, listener: Listener | None = None) -> FinishedAnswer:
        self.tasks.append(task)
        raise AnalysisEnded("wall")

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("name", ["compile", "why", "textbook", "cycles"])
def test_the_machine_is_said_to_be_busy(client: TestClient, name: str) -> None:
    busy = Busy()
    with answered_by(busy):
        answer = client.post(f"/api/{name}", json={"source": SAXPY + f"// {name}"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    error = answer.json()["error"]
    assert "too much to do" in error["message"]
    assert "smaller" not in str(error)
    assert [task.plainly for task in busy.tasks] == [False]


def test_the_explorer_does_not_call_the_source_too_large(client: TestClient) -> None:
    with answered_by(Busy()):
        page = client.get("/loop", params={"source": SAXPY}, headers={"accept": "text/html"})
    assert page.status_code == 503
    assert "too large" not in page.text


def test_an_answer_to_an_exercise_is_not_blamed() -> None:
    """What the member wrote is refused by InputError; this is none."""
    with answered_by(Busy()), pytest.raises(AnalysisEnded):
        analysed(Task(name="grade", path="/lab"))
