"""The model of chips answers as it did: words and numbers, of all commands that start nothing."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from command_line.main import run_arguments
from compiler_core.soc.chip_figures import chip_summary, further_figures
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.operator_use import operator_uses
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.decode_curves import decode_curves
from compiler_core.soc.rooflines.loop_points import LoopWork
from compiler_core.soc.rooflines.loop_time import modelled_loop
from compiler_core.soc.trust import TrustKind, error_summary, trust_rows
from tests.golden_file import assert_golden
from tests.soc.golden_cases import CASES

KINDS: tuple[TrustKind, ...] = ("decode", "network", "prompt")
TOLD = ("generic", "rk3588", "apple-m4", "raspberry-pi-5", "ethos-u65-256", "imx8m-plus")
# Counted runs that wait for different things: instructions, lanes, memory.
LOOPS = (
    LoopWork(
        name="scalar",
        kind="fp32",
        operations=1e6,
        bytes=8e6,
        line_bytes=64e3,
        notes=(),
        instructions=9_000_000,
    ),
    LoopWork(
        name="lanes",
        kind="fp32",
        operations=8e6,
        bytes=8e6,
        line_bytes=64e3,
        notes=(),
        instructions=2_000_000,
        vectors=((128, 2_000_000),),
    ),
    LoopWork(
        name="memory",
        kind="integer",
        operations=1e6,
        bytes=8e6,
        line_bytes=8e6,
        notes=(),
        instructions=100_000,
        vectors=((128, 60_000), (64, 10_000)),
    ),
    LoopWork(
        name="wide",
        kind="fp32",
        operations=1e6,
        bytes=8e6,
        line_bytes=8e6,
        notes=(),
        instructions=100_000,
        vectors=((512, 60_000),),
    ),
)
LONG_NUMBER = re.compile(r"\d+\.\d{4,}(?:e[+-]?\d+)?")
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", CASES)
def test_the_answer_is_as_it_was(
    name: str, capfdbinary: pytest.CaptureFixture[bytes], request: pytest.FixtureRequest
) -> None:
    status = run_arguments(["soc", *shlex.split(CASES[name])])
    printed = capfdbinary.readouterr()
    as_it_was(name, f"{(printed.out + printed.err).decode()}status {status}\n", request)


@pytest.mark.parametrize("kind", KINDS)
def test_published_rows_stand_beside_what_is_modelled(
    kind: TrustKind, request: pytest.FixtureRequest
) -> None:
    lines = [
        f"{row.soc} | {row.group} | {row.model} | {row.measured:.4g} {row.modelled:.4g} "
        f"{row.judged:.4g} | {'held out' if row.held_out else 'fitted'}"
        f"{', alone' if row.alone else ''} | {row.source.title}"
        for row in trust_rows(kind)
    ]
    as_it_was(f"rows-of-{kind}", "\n".join((*lines, "")), request)


@pytest.mark.parametrize("soc", TOLD)
def test_a_chip_is_told_in_figures_and_stories(soc: str, request: pytest.FixtureRequest) -> None:
    chip = soc_named(soc)
    told = [repr(chip_summary(chip)), *map(repr, further_figures(chip))]
    model = known_language_model("llama-3.2-1b").configuration
    told.append(repr(decode_curves(chip, header_of(model, "q4_0"), 128)))
    told += map(repr, operator_uses(chip, constants_for(chip)))
    told += [repr(modelled_loop(chip, loop)) for loop in LOOPS if _has_cores(chip)]
    as_it_was(f"told-of-{soc}", "\n".join((*told, "")), request)


def _has_cores(chip: SocDescription) -> bool:
    return any(unit.kind == "cpu" and "fp32" in unit.precisions for unit in chip.units)


def test_how_far_the_model_is_off(request: pytest.FixtureRequest) -> None:
    told = [f"{kind}: {error_summary(trust_rows(kind))!r}" for kind in KINDS]
    as_it_was("errors", "\n".join((*told, "")), request)


def as_it_was(name: str, said: str, request: pytest.FixtureRequest) -> None:
    """The last digits of fitted constants are the processor's."""
    text = LONG_NUMBER.sub(lambda found: f"{float(found[0]):.6g}", said)
    assert_golden(GOLDEN / f"{name}.txt", text, request)


def test_no_answer_is_without_its_question() -> None:
    others = {"errors"} | {f"rows-of-{kind}" for kind in KINDS} | {f"told-of-{soc}" for soc in TOLD}
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(CASES) | others
