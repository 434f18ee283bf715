"""compose.yaml without an engine: its own commands and settings, as processes of this machine.

The names of its services become addresses here; nothing else is changed. The proxy is not started:
which requests reach the server is what `Caddyfile` says.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from app.model_runs.tracks import GRAPH
from classroom.assignments import assign
from classroom.classes import make_class
from compiler_core.exercises.shipped import shipped_exercises
from script.labs.server import asked, free_port
from tests.conftest import ROOT
from tests.lab.postgresql import emptied
from tests.toolchain.processes_left import soon
from tests.web.models import tiny_model

pytestmark = pytest.mark.usefixtures("jail", "emulator")

EXERCISE = "memory-sum-vectorises"


def services() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def command_of(service: str, port: int) -> list[str]:
    """As the file writes it, on an address of this machine."""
    words = [str(word) for word in services()[service]["command"]]
    assert words[0] == "lowlab"
    here = {"lowlab": str(ROOT / ".venv/bin/lowlab"), "0.0.0.0": "127.0.0.1", "8000": str(port)}
    return [here.get(word, word) for word in words]


def environment_of(service: str, state: Path, database: str) -> dict[str, str]:
    """As the file sets it, with this machine's folder and database."""
    found = {
        name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(value))
        for name, value in services()[service]["environment"].items()
    }
    assert found.keys() >= {"LOWLAB_STATE", "LOWLAB_DATABASE"}
    return os.environ | found | {"LOWLAB_STATE": str(state), "LOWLAB_DATABASE": database}


@contextmanager
def started(service: str, folder: Path, database: str, port: int) -> Iterator[Path]:
    """The service as a process; what it printed."""
    state, printed = folder / service, folder / f"{service}.log"
    state.mkdir()
    with printed.open("wb") as log:
        process = subprocess.Popen(
            command_of(service, port),
            env=environment_of(service, state, database),
            stdout=log,
            stderr=log,
            cwd=folder,
        )
    try:
        yield printed
    finally:
        process.terminate()
        process.wait(60)


def is_ready(port: int) -> bool:
    try:
        asked(f"http://127.0.0.1:{port}/readyz")
    except OSError:
        return False
    return True


@pytest.fixture
def class_code(postgresql_url: str) -> str:
    """Of a class with one exercise, in a database that holds nothing else."""
    database = emptied(postgresql_url)
    database.prepare()
    exercise = next(one for one in shipped_exercises() if one.id == EXERCISE)
    with database.writing() as connection:
        made = make_class(connection, "Compilers", 1.0)
        assign(connection, made, exercise)
    database.close()
    return made.code


def test_a_hand_in_to_the_web_service_is_graded_by_the_worker(
    class_code: str, postgresql_url: str, tmp_path: Path
) -> None:
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    with started("web", tmp_path, postgresql_url, port) as said:
        assert soon(lambda: is_ready(port), 120.0), said.read_text()
        me: Any = asked(f"{site}/api/lab/join", {"code": class_code, "nickname": "ada"})
        place, token = f"{site}/api/lab/{me['class_id']}", me["token"]
        exercise: Any = asked(f"{place}/exercises/{EXERCISE}", token=token)
        head = exercise["starter"]["source"].partition("{")[0]
        kind = head.partition("const ")[2].partition(" *")[0]
        source = f"{head}{{ {kind} t = *s; for (int i = 0; i < n; i++) t += a[i]; *s = t; }}\n"
        body = {"state": {"source": source}, "client_key": "one", "hand_in": True}
        sent: Any = asked(f"{place}/exercises/{EXERCISE}/attempts", body, token)

        def state() -> Any:
            return asked(f"{place}/attempts/{sent['id']}", token=token)

        assert state()["status"] == "waiting", "the server grades nothing"
        with started("worker", tmp_path, postgresql_url, port) as of_worker:
            graded = soon(lambda: state()["status"] == "graded", 120.0)
            assert graded, of_worker.read_text()
            assert state()["points"] == 10
            a_network_is_compiled_elsewhere(site, tmp_path)


def a_network_is_compiled_elsewhere(site: str, folder: Path) -> None:
    """Dropped on the server, compiled by the worker, which has a folder of its own; its stages are
    told as they end, and again to whoever comes back."""
    files = {"model": ("tiny.onnx", tiny_model(1.5))}
    name = httpx.post(f"{site}/api/models", files=files).json()["id"]
    events = list(streamed(f"{site}/model/{name}/export/events"))
    assert (events[0][1], events[-1][1]) == ("started", "done")
    ended = [told["stage"] for _, kind, told in events if kind == "finished"]
    assert ended == list(GRAPH.stage_names)
    middle = events[len(events) // 2][0]
    again = list(streamed(f"{site}/model/{name}/export/events", middle))
    assert again == [event for event in events if event[0] > middle]
    for stage in GRAPH.stage_names:
        assert httpx.get(f"{site}/api/models/{name}/stages/{stage}").json()["sentence"]
    assert not (folder / "web" / "model-runs").exists(), "the server compiled nothing"
    assert (folder / "worker" / "models" / name / "model.onnx").is_file()


def streamed(address: str, after: int = 0) -> Iterator[tuple[int, str, Any]]:
    """Numbered events to the end of the stream."""
    headers = {"Last-Event-ID": str(after)} if after else {}
    with httpx.stream("GET", address, headers=headers, timeout=300.0) as answer:
        fields: dict[str, str] = {}
        for line in answer.iter_lines():
            if line:
                name, _, fields[name] = line.partition(": ")
            elif "id" in fields:
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}
            else:
                fields = {}


def test_the_proxy_passes_on_what_comes_and_keeps_no_addresses() -> None:
    said = (ROOT / "Caddyfile").read_text()
    assert "flush_interval -1" in said
    assert "http.log.access" in said.partition("exclude")[2].partition("\n")[0]
    assert services()["proxy"]["environment"]["LOWLAB_UPSTREAM"] == "web:8000"
    assert "ports" not in services()["web"]
    assert "ports" not in services()["postgres"]
