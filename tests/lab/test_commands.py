"""`lowlab lab` and `lowlab verify`, as whoever runs the server types them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classroom.database import newest_schema
from command_line.main import LAB_COMMANDS, run_arguments
from compiler_core.exercises.grading import grade
from compiler_core.exercises.posing import all_values, pose
from compiler_core.exercises.report import report_block
from compiler_core.exercises.shipped import shipped_exercises

Typed = Callable[..., Any]
BLOCK = '<script type="application/json" id="lowlab-report">{}</script>'


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Typed:
    """Runs a command in a folder of its own; the JSON it printed."""
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path / "state"))

    def run(*words: str, status: int = 0) -> Any:
        assert run_arguments([*words, "--json"]) == status
        printed = capfdbinary.readouterr().out
        return json.loads(printed) if printed else None

    return run


def test_a_lab_from_the_shell(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = typed("lab", "new", "Compilers")
    assert typed("lab", "instructor-link")["instructor"].startswith("/lab/r/")
    (added,) = typed("lab", "add", made["code"], "ten-tokens-a-second")
    assert added["place"] == 1
    typed("lab", "add", made["id"], "ten-tokens-a-second", status=2)
    typed("lab", "add", made["id"], "nothing", status=2)
    assert typed("lab", "grades", made["id"]) == []
    (listed,) = typed("lab", "classes")
    assert (listed["id"], listed["members"]) == (made["id"], 1)
    copied = typed("lab", "copy", made["code"], "Group 2", "--begins", "2027-03-01T09:00")
    assert copied["id"] != made["id"]
    typed("lab", "copy", made["id"], "Group 3", "--begins", "soon", status=2)
    typed("lab", "delete", copied["id"], "--confirm", "Group 2")
    file = str(tmp_path / "backup")
    assert typed("lab", "backup", file)["bytes"] > 0
    typed("lab", "delete", made["id"], status=2)
    assert typed("lab", "delete", made["id"], "--confirm", "Compilers") == {"deleted": made["id"]}
    assert typed("lab", "classes") == []
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path / "elsewhere"))
    assert typed("lab", "restore", file)["class"] == 1
    assert typed("lab", "upgrade")["now"] == newest_schema()
    typed("lab", "worker", status=2)  # other machines do not reach a file
    assert len(LAB_COMMANDS) == 13


def test_a_report_is_verified(typed: Typed, tmp_path: Path) -> None:
    exercise = next(one for one in shipped_exercises() if one.id == "ten-tokens-a-second")
    values = next(all_values(exercise))
    posed = pose(exercise, values)
    state = {"soc": posed.starter["soc"], "type": posed.starter["type"]}
    checks = [
        {"status": one.status, "points": one.points, "of": one.of, "sentence": one.sentence}
        for one in grade(posed, state, b"of the class")
    ]
    entry = {
        "exercise": exercise.id, "digest": exercise.digest, "values": values, "state": state,
        "points": sum(check["points"] for check in checks), "checks": checks,
    }  # fmt: skip
    file = tmp_path / "report.html"
    file.write_text(BLOCK.format(report_block({"form": 1, "entries": [entry]})))
    assert typed("verify", str(file))["entries"][0]["verdict"] == "same"
    entry["points"] += 1
    file.write_text(BLOCK.format(report_block({"form": 1, "entries": [entry]})))
    assert typed("verify", str(file), status=1)["entries"][0]["verdict"] == "differs"
    file.write_text("<p>no report")
    typed("verify", str(file), status=2)
