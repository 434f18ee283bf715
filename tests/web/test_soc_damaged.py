"""A kept result that is damaged: every page about chips says so, and none fails."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.soc import works
from app.soc.every_view import VIEWS
from compiler_core.pipelines.kept_results import read_result, result_path, write_result
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.work.records import STAGE, NetworkWork
from tests.web.test_soc_energy import record

MODEL = "residual"


def kept_folder() -> Path:
    """Of the run that read the model."""
    known = works.find_model(MODEL)
    asked = works.ModelRequest(
        model=known.id, stage=STAGE, settings=works.DEFAULT_SETTINGS, track=works._TRACK
    )
    run = works.runs().run_of(known, asked)
    return works.runs().jobs.folder_of(run.id)  # pyright: ignore


@pytest.mark.parametrize("damage", ["below-zero", "no-number", "any-bytes"])
def test_a_damaged_result_is_said_on_every_page(client: TestClient, damage: str) -> None:
    record(client, f"model={MODEL}")
    folder = kept_folder()
    path = result_path(folder, STAGE)
    whole, found = path.read_bytes(), read_result(folder, STAGE)
    assert found is not None
    assert isinstance(found.details, NetworkWork)
    try:
        _damage(path, found.details, damage)
        works._works.clear()
        answers = {view.name: client.get(f"/soc/{view.name}?model={MODEL}") for view in VIEWS}
    finally:
        path.write_bytes(whole)
        works._works.clear()
    said = {name: one for name, one in answers.items() if one.status_code != 200}
    assert {one.status_code for one in said.values()} == {422}
    assert {"cost", "energy", "roofline", "mapping"} <= set(said)
    for answer in said.values():
        assert "kept result" in answer.text


def _damage(path: Path, work: NetworkWork, how: str) -> None:
    if how == "any-bytes":
        path.write_bytes(b"ccompiler_core.soc.nothing\nX\n.")
        return
    columns = -5 if how == "below-zero" else nan
    layers = tuple(replace(layer, columns=columns) for layer in work.layers)  # pyright: ignore
    write_result(
        path.parent,
        StageResult(stage=STAGE, sentence="", details=replace(work, layers=layers, graph=None)),
    )
