"""The measuring itself: figures from known values, and one short run against a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from script.benchmarks import before, emitted
from script.benchmarks.__main__ import _measured, main, table
from script.benchmarks.client import compile_body, unique_source
from script.benchmarks.measurement import Measurement, median, percentile
from script.llama import driver
from tests.conftest import ROOT
from tests.event_loop import run_to_end


def test_percentiles() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert median(values) == 3
    assert percentile(values, 0.95) == 5
    assert percentile([float(number) for number in range(100)], 0.95) == 95
    with pytest.raises(ValueError, match="nothing was measured"):
        median([])


@pytest.mark.parametrize(
    ("ours", "figure"),
    [
        ("40.5 ms", (40.5, "ms")),
        ("1,970,010 instructions", (1970010.0, "instructions")),
        ("/ 45.0 kB and /loop 46.2 kB", (45.0, "kB")),
        ("52.8 /s, 12 ms", (52.8, "/s")),
        ("not measured", None),
    ],
)
def test_what_a_row_prints_is_read_for_a_comparison_with_before(
    ours: str, figure: tuple[float, str] | None
) -> None:
    row = Measurement(what="a row", ours=ours, other="bare", ratio="1.0", limit="none", met=True)
    assert before.figure(table([row])) == figure


def test_counts_of_other_networks_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """More instructions for more products are no slower kernels."""

    def bench(folder: Path, row: str) -> CompletedProcess[str]:
        products = {"before": "5,802,944", "now": "50,000,000"}[folder.name]
        printed = Measurement(
            what=row,
            ours="2,338,887 instructions",
            other=f"{products} multiply-accumulates",
            ratio="0.4",
            limit="none",
            met=True,
        )
        return CompletedProcess([], 0, stdout=table([printed]), stderr="")

    monkeypatch.setattr(before, "_bench", bench)
    monkeypatch.setattr(before, "ROOT", Path("/now"))
    line, holds = before.compared("kernels", Path("/before"))
    assert line == "not compared  kernels: of other networks, 5,802,944 and 50,000,000"
    assert not holds


def test_a_missed_limit_is_said() -> None:
    rows = [
        Measurement(
            what="one",
            ours="9 ms",
            other="bare 2 ms",
            ratio="4.50 times",
            limit="at most 3 times",
            met=False,
        ),
        Measurement(
            what="two",
            ours="2 ms",
            other="bare 2 ms",
            ratio="1.00 times",
            limit="at most 3 times",
            met=True,
        ),
    ]
    lines = table(rows).splitlines()
    assert lines[1].startswith("MISSED  one")
    assert lines[2].startswith("met     two")


def test_every_source_is_new() -> None:
    sources = {unique_source() for _ in range(100)}
    assert len(sources) == 100
    assert b"saxpy_" in compile_body(sources.pop())


def test_an_unknown_row_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    assert "known: compile cached load page" in capsys.readouterr().err


def test_rows_that_lack_their_oracle_say_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "DRIVER", Path("/nowhere"))
    monkeypatch.setattr(emitted, "RIVAL", Path("/nowhere"))

    async def beside_llama(*_: object) -> Measurement:
        raise AssertionError(driver.llama_instructions(Path("model"), (1,), 2))

    async def beside_another_emitter(*_: object) -> Measurement:
        raise AssertionError(emitted.compared.__wrapped__())

    for row, command in (
        (beside_llama, "script/oracles --llama"),
        (beside_another_emitter, "run script/oracles"),
    ):
        found = run_to_end(_measured("one", row, "", 0))
        assert (found.met, found.ours) == (False, "not measured")
        assert command in found.limit


@pytest.mark.slow
def test_rows_are_measured_over_http(jail: None) -> None:
    """The quickest two: script/bench itself runs them all."""
    chosen = ["cached", "page"]
    finished = subprocess.run(
        [sys.executable, "-m", "script.benchmarks", *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    lines = finished.stdout.splitlines()
    assert len(lines) == 1 + len(chosen), finished.stderr
    assert [line.startswith(("met ", "MISSED ")) for line in lines[1:]] == [True] * len(chosen)
    assert finished.returncode == (1 if "MISSED" in finished.stdout else 0)
