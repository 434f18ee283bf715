"""Sources as nobody sane writes them: every reader of source, assembly and remarks has an answer.

All of them to every address takes minutes: `script/attack sources`. Here are those on which the
readers differ most.
"""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from script.attacks.odd_sources import requests
from tests.stopwatch import Stopwatch

CHOSEN = (
    "lines of old machines", "other line numbers", "other files", "a long comment", "a face",
    "split lines", "an open text", "labels by hand", "another function by hand", "an end by hand",
    "a section by hand", "half an instruction",
)  # fmt: skip
SECONDS = 10.0
"""Of processor, as of one request to an analysis process."""


@pytest.mark.parametrize("name", CHOSEN)
def test_every_address_answers(client: TestClient, name: str) -> None:
    for _, path, body in requests((name,)):
        watch = Stopwatch()
        answer = client.post(path, json=body)
        assert watch.seconds() < SECONDS, path
        assert answer.status_code in (200, 413, 422), (path, answer.text[-300:])
