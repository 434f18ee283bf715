"""Every script parses, can be executed, and finds the project wherever it is called."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPTS = [
    *sorted(path for path in (ROOT / "script").iterdir() if path.is_file() and not path.suffix),
    ROOT / ".ci" / "run",
]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_it_parses_and_is_executable(script: Path) -> None:
    text = script.read_text()
    assert os.access(script, os.X_OK)
    if text.startswith("#!/usr/bin/env bash"):
        assert "\nset -euo pipefail\n" in text
        assert 'cd "$(dirname "${BASH_SOURCE[0]}")/' in text
        subprocess.run(["bash", "-n", script], check=True)
    else:
        assert text.startswith("#!/usr/bin/env python3")
        ast.parse(text)


def test_the_server_is_set_up_before_it_starts() -> None:
    lines = (ROOT / "script" / "server").read_text().splitlines()
    assert lines[-2:] == ["script/bootstrap", 'exec .venv/bin/lowlab serve "$@"']


@pytest.mark.slow
def test_a_fresh_clone_sets_itself_up(emulator: None) -> None:
    finished = subprocess.run(
        [ROOT / "script/try_fresh"], capture_output=True, text=True, timeout=900
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "== second script/bootstrap: " in finished.stdout
    size = re.search(r"== Python packages: (\d+) MB of at most 550", finished.stdout)
    assert size is not None, finished.stdout
    assert 100 < int(size[1]) <= 550
