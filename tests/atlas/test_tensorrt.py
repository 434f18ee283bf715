"""Documented commands: each word with source and stage; Polygraphy read, live and as recorded."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from app.atlas.pages import atlas_page
from compiler_core.atlas import run
from compiler_core.atlas.networks import NETWORK_PROGRAMS, network_bytes
from compiler_core.atlas.run import run_page
from compiler_core.atlas.tensorrt import building, inspection
from compiler_core.atlas.tensorrt.building import PlanAsked, built_plan
from compiler_core.atlas.tensorrt.documented import (
    DocumentedCommand,
    dissected,
    documented,
    words_of,
)
from compiler_core.atlas.tensorrt.inspection import (
    CommandEnd,
    Inspection,
    inspected_now,
    recorded_inspections,
)
from compiler_core.atlas.tensorrt.page import TENSORRT
from compiler_core.errors import InputError, ToolMissing
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.kept import Kept
from tests.atlas.shown_facts import shown_facts

EACH_COMMAND = pytest.mark.parametrize("command", documented().commands, ids=lambda one: one.name)


def test_each_source_says_its_version_and_where_it_is() -> None:
    for source in documented().sources.values():
        assert source.address.startswith("https://")
        assert re.search(r"\d", source.version)
        # What a version says must be what the address leads to.
        assert source.version.removeprefix("commit ") in source.address or source.title in (
            "Polygraphy's own help, polygraphy convert --help",
        )


def test_each_stage_is_one_of_ours() -> None:
    assert {word.stage for word in documented().words} - {""} <= set(STAGE_NAMES)


@EACH_COMMAND
def test_a_command_is_whole_in_its_parts(command: DocumentedCommand) -> None:
    shown = dissected(command, "plain")
    text = "".join(piece for piece, _ in shown.pieces)
    words = {word.name: word.text for word in words_of(command)}
    assert text == "\n".join(" ".join(words[name] for name in line) for line in command.lines)
    assert {part.name for part in shown.parts} == {name for _, name in shown.pieces if name}
    stages = [link for part in shown.parts for _, link in part.links if link.startswith("/model")]
    assert all(link.startswith("/model/plain/") for link in stages)


def test_what_polygraphy_prints_is_read() -> None:
    found = Inspection(
        version="1",
        inspected=CommandEnd(0, "    ---- 31 Node(s) ----"),
        converted=CommandEnd(1, "[!] Module: 'tensorrt' is required but could not be imported."),
    )
    assert (found.nodes, found.misses) == (31, "tensorrt")
    nothing = Inspection(version="1", inspected=CommandEnd(0, ""), converted=CommandEnd(0, ""))
    assert (nothing.nodes, nothing.misses) == (0, "none")


def test_each_network_was_recorded() -> None:
    assert recorded_inspections().keys() == dict(NETWORK_PROGRAMS).keys()
    for name, found in recorded_inspections().items():
        assert found.recorded_on
        assert (found.nodes >= 15, found.misses) == (True, "tensorrt"), name


@pytest.mark.slow
@pytest.mark.wheel("polygraphy")
@pytest.mark.parametrize("name", dict(NETWORK_PROGRAMS))
def test_what_was_recorded_is_what_polygraphy_says_now(jail: None, name: str) -> None:
    now, earlier = inspected_now(network_bytes(name)), recorded_inspections()[name]
    if now.version == earlier.version:
        assert (now.inspected, now.converted) == (earlier.inspected, earlier.converted)


@pytest.mark.slow
def test_without_polygraphy_only_its_part_is_recorded(
    emulator: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ToolMissing("Polygraphy", name, f"script/oracles --atlas {name}")

    monkeypatch.setattr(inspection, "find_wheels", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("tensorrt", {})
    assert (shown.status, shown.page.recorded) == (200, "")
    (live, _), (recorded, words) = shown.page.labels
    assert (live, recorded) == ("live", "recorded")
    assert "Polygraphy's part recorded on" in words
    assert "script/oracles --atlas polygraphy" in words
    assert set(shown_facts(shown.page)) == {fact.name for fact in TENSORRT.facts}


@pytest.mark.slow
def test_a_plan_in_floats_dies_nowhere(emulator: None) -> None:
    facts = run_page("tensorrt", {"command": "floats"}).facts
    assert {facts[f"status on {core}"] for core in ("cortex-a72", "cortex-a76", "neoverse-v1")} == {
        0
    }
    assert facts["another shape is accepted"] is False


@pytest.mark.slow
def test_the_builder_works_in_no_process_of_the_server(emulator: None) -> None:
    script = (
        "import sys\nfrom compiler_core.atlas.tensorrt.building import PlanAsked, built_plan\n"
        "plan = built_plan(PlanAsked('plain', 'int8', 'cortex-a76'))\n"
        "print(plan.layers_after > 1, 'onnx' in sys.modules, "
        "'compiler_core.graph.compile' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False", "False"]


@pytest.mark.slow
def test_a_plan_that_comes_to_no_end_is_one_line(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_SECONDS", 1)
    with pytest.raises(InputError, match="came to no end"):
        built_plan(PlanAsked("plain", "int8", "cortex-a76"))


def test_a_network_that_is_none_is_refused_by_the_builder(jail: None) -> None:
    with pytest.raises(InputError):
        built_plan(PlanAsked("no-network", "int8", "cortex-a76"))
