"""Long commands tell how far they are, to a terminal alone."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from command_line.progress import told_progress
from tests.conftest import ROOT
from tests.patience import PATIENCE_SECONDS
from tests.states import knowing_compilers


@pytest.mark.usefixtures("emulator")
def test_a_ledger_is_followed_at_a_terminal_and_silent_in_a_pipe(tmp_path: Path) -> None:
    source = tmp_path / "sum.c"
    source.write_text("int f(int *x, int n) { int s = 0; while (n--) s += x[n]; return s; }\n")
    words = [sys.executable, "-m", "command_line", "ledger", str(source), "--json"]
    environment = {**os.environ, "LOWLAB_STATE": str(knowing_compilers(tmp_path / "state"))}
    terminal, seen = pty.openpty()
    watched = subprocess.Popen(
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=seen
    )
    output, _ = watched.communicate(timeout=PATIENCE_SECONDS)
    os.close(seen)
    told = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert b'"bars"' in output
    assert "passes priced …" in told
    piped = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE_SECONDS
    )
    assert (piped.returncode, piped.stderr) == (0, b"")


def test_at_most_one_line_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    times = iter((0.0, 0.5, 1.5))
    tell = told_progress(lambda: next(times))
    for words in ("one", "two", "three"):
        tell(words)
    assert capsys.readouterr().err.splitlines() == ["lowlab: one …", "lowlab: three …"]
