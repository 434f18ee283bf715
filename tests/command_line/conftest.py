"""Run `lowlab` as a program, the way a shell does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE_SECONDS
from tests.states import knowing_compilers


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run left."""

    status: int
    output: str
    error: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.output)

    @property
    def error_line(self) -> str:
        """Standard error, which must be one line."""
        lines = self.error.splitlines()
        assert len(lines) == 1, self.error
        return lines[0]


Lowlab = Callable[..., Finished]


@pytest.fixture(scope="session")
def lowlab(tmp_path_factory: pytest.TempPathFactory) -> Lowlab:
    """`lowlab(*arguments, given=b"…")` with a state folder of its own."""
    state = knowing_compilers(tmp_path_factory.mktemp("state"))
    environment = {**os.environ, "LOWLAB_STATE": str(state), "PYTHONUTF8": "1"}

    def run(*arguments: str | Path, given: bytes = b"") -> Finished:
        finished = subprocess.run(
            [sys.executable, "-m", "command_line", *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            input=given,
            capture_output=True,
            timeout=PATIENCE_SECONDS,
        )
        return Finished(finished.returncode, finished.stdout.decode(), finished.stderr.decode())

    return run


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A loop in a C file."""
    path = tmp_path / "scale.c"
    path.write_text(
        "void scale(float *values, float factor, int n) {\n"
        "    for (int i = 0; i < n; i++) {\n"
        "        values[i] *= factor;\n"
        "    }\n"
        "}\n"
    )
    return path


@pytest.fixture(scope="session", autouse=True)
def programs(emulator: None) -> None:
    """All tests here start compilers or emulated programs: the mark follows from this."""
