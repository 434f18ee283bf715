"""What a command takes for granted its JSON takes for granted too, and the explorer's panes.

Flags are left out: a page begins with -O3, a body with none, a command with what shows its work.
So is what a command takes in a form of its own: files by their names, a cache as one text.
"""

from __future__ import annotations

import inspect
from dataclasses import asdict

import pytest

from app.assistants.bodies import ChipDecodeBody, ChipNetworkBody
from app.loop.api_bodies import BisectBody, CompileBody, CyclesBody, MatrixBody, PassesBody, WhyBody
from app.loop.api_run_bodies import (
    Cache,
    CountBody,
    FlowBody,
    LedgerBody,
    ProfileBody,
    SliceBody,
    StepsBody,
    WholeBody,
)
from app.loop.loop_request import LoopRequest
from app.loop.run_settings import RunSettings
from app.serving.bodies import StrictBody
from command_line.main import COMMANDS, SOC_COMMANDS
from compiler_core.toolchain.counting import CacheGeometry

BODIES: dict[str, type[StrictBody]] = {
    "compile": CompileBody, "passes": PassesBody, "why": WhyBody, "cycles": CyclesBody,
    "count": CountBody, "cfg": FlowBody, "matrix": MatrixBody, "bisect": BisectBody,
    "ledger": LedgerBody, "whole": WholeBody, "profile": ProfileBody, "step": StepsBody,
    "slice": SliceBody, "decode": ChipDecodeBody, "cnn": ChipNetworkBody,
}  # fmt: skip
OTHER_NAMES = {"arrival": "round"}
OWN = ("flags", "file", "model", "cache")
# What Clang prices, GCC prices in part; a terminal shows fewer steps than a program reads.
OTHERWISE = {("ledger", "compiler"), ("step", "steps")}
COMMAND_OF = dict(COMMANDS) | {name: command for name, command in SOC_COMMANDS if name != "profile"}


def shared(name: str) -> dict[str, tuple[object, object]]:
    """Of each field that command and body have, what both take for granted."""
    fields = BODIES[name].model_fields
    return {
        option: (parameter.default or None, fields[field].get_default(call_default_factory=True))
        for option, parameter in inspect.signature(COMMAND_OF[name]).parameters.items()
        if (field := OTHER_NAMES.get(option, option)) in fields
        and option not in OWN
        and (name, option) not in OTHERWISE
    }


@pytest.mark.parametrize("name", BODIES)
def test_a_command_takes_for_granted_what_its_body_does(name: str) -> None:
    defaults = shared(name)
    assert defaults
    assert {option: there or None for option, (_, there) in defaults.items()} == {
        option: here for option, (here, _) in defaults.items()
    }


def test_panes_begin_with_what_the_bodies_do() -> None:
    page, body = RunSettings(), CountBody.model_validate({"source": ""})
    assert (page.seed, page.sve) == (str(body.seed), str(body.sve_bits))
    cache = {name: str(number) for name, number in asdict(CacheGeometry()).items()}
    assert {name: getattr(page, name) for name in cache} == cache
    assert {
        name: str(number) for name, number in Cache.model_validate({}).model_dump().items()
    } == cache
    geometry = inspect.signature(COMMAND_OF["count"]).parameters["cache"].default
    assert geometry == "x".join(cache.values())
    assert LoopRequest().core == CyclesBody.model_fields["cpu"].default
