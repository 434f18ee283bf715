"""Compile networks from outside, run each once, and compare with ONNX Runtime.

    python -m tests.graph.outside.agreement                      all three suites
    python -m tests.graph.outside.agreement light --precision fp32 --seconds 120

Suites: exported (by PyTorch of build/oracles, now), light (ONNX's own, without weights), packaged
(files that Python packages carry). What is not set up is said and left out. Exit 1 if fewer than 45
of 50 agree, or if one differs or fails: a refusal, and a run that took the emulator too long, say
so in words.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from compiler_core.graph.evaluation.light import LIGHT_MODELS
from tests.graph.outside.packaged import packaged
from tests.graph.outside.records import Ending, Outcome, OutsideNetwork

ORACLE = Path("build/oracles/bin/python")
SUITES = ("exported", "light", "packaged")
# The acceptance of networks from outside: 45 of 50.
LEAST_SHARE = 0.9
_ENDINGS: dict[int, Ending] = {0: "agrees", 1: "differs", 2: "refused"}
_LAST = 400
# Of `timeout`; and what the command says of a program that the emulator ran too long.
_OUT_OF_TIME = 124
_UNFINISHED = "The program did not finish"


def light() -> list[OutsideNetwork]:
    """Networks of the onnx package, whose weights are drawn: the files have none that say anything.

    By their names, with which they may be larger than what someone sends.
    """
    drawn = ("--weights", "random")
    return [OutsideNetwork(model.id, Path(model.id), options=drawn) for model in LIGHT_MODELS]


def exported(folder: Path) -> list[OutsideNetwork]:
    """Those of PyTorch, exported into the folder; none without it."""
    asked = [str(ORACLE), "-m", "tests.graph.outside.exported", str(folder)]
    if not ORACLE.is_file():
        return []
    subprocess.run(asked, check=True, capture_output=True, timeout=600)
    return [OutsideNetwork(path.stem, path) for path in sorted(folder.glob("*.onnx"))]


def networks_of(suite: str, folder: Path) -> list[OutsideNetwork]:
    """Of one suite; what has to be exported goes into the folder."""
    if suite == "light":
        return light()
    return packaged() if suite == "packaged" else exported(folder)


def tried(network: OutsideNetwork, precision: str, most_seconds: float) -> Outcome:
    """Through the command line, in a process of its own."""
    asked = [sys.executable, "-m", "command_line", "graph", "compile", str(network.path)]
    asked += ["--precision", precision]
    asked += network.options
    asked += [word for size in network.sizes for word in ("--size", size)]
    begin = time.monotonic()
    with TemporaryDirectory() as folder:
        ended = subprocess.run(
            ["timeout", str(most_seconds), *asked, "--out", f"{folder}/program"],
            capture_output=True,
            text=True,
            env={**os.environ, "LOWLAB_STATE": f"{folder}/state"},
        )
    said = " ".join((ended.stdout + ended.stderr).split())
    ending = _ENDINGS.get(ended.returncode, "failed")
    if ended.returncode == _OUT_OF_TIME or _UNFINISHED in said:
        ending = "too long"
    return Outcome(network, ending, said[-_LAST:], time.monotonic() - begin)


def outcomes(asked: argparse.Namespace) -> Iterator[Outcome]:
    """Of each network, as soon as it is known."""
    with TemporaryDirectory() as folder:
        for suite in asked.suites or SUITES:
            found = networks_of(suite, Path(folder))
            if not found:
                print(f"{suite}: not set up; script/oracles --torch --networks does", flush=True)
            for network in found:
                if asked.only in network.name:
                    yield tried(network, asked.precision, asked.seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []])
    parser.add_argument("--precision", default="fp32")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each network")
    parser.add_argument("--only", default="", help="names that have this in them")
    counted: Counter[Ending] = Counter()
    for one in outcomes(parser.parse_args()):
        counted[one.ending] += 1
        print(f"{one.ending:9} {one.seconds:4.0f} s  {one.network.name}: {one.said}", flush=True)
    total = counted.total()
    print(f"{counted['agrees']} of {total} compile and agree; {dict(counted)}")
    fine = counted["differs"] + counted["failed"] == 0
    return 0 if total and fine and counted["agrees"] >= LEAST_SHARE * total else 1


if __name__ == "__main__":
    raise SystemExit(main())
