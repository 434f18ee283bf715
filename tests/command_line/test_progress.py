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

SUM = "int f(int *x, int n) { int s = 0; while (n--) s += x[n]; return s; }\n"
CLAIMS = """
- id: one
  says: It is vectorised.
  source: sum.c
  holds: [{compilers: any, flags: -O3, expect: {code_has: '^add'}}]
"""


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    ("command", "file", "answer", "words"),
    [
        ("ledger", "sum.c", b'"bars"', "passes priced"),
        ("matrix", "sum.c", b'"rows"', "settings compiled"),
        ("bisect", "sum.c", b'"sufficient"', "settings compiled"),
        ("compilers", "sum.c", b'"rows"', "compilers asked"),
        ("claims", "claims.yaml", b'"claims"', "checks done"),
    ],
)
def test_a_long_command_is_followed_at_a_terminal_and_silent_in_a_pipe(
    command: str, file: str, answer: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / "sum.c").write_text(SUM)
    (tmp_path / "claims.yaml").write_text(CLAIMS)
    line = [sys.executable, "-m", "command_line", command, str(tmp_path / file), "--json"]
    environment = {**os.environ, "LOWLAB_STATE": str(knowing_compilers(tmp_path / "state"))}
    terminal, seen = pty.openpty()
    watched = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=seen)
    output, _ = watched.communicate(timeout=PATIENCE_SECONDS)
    # The end that stays open keeps the terminal there, also where nothing was said.
    os.write(seen, b"end of what was said\n")
    said = os.read(terminal, 65_536).decode()
    os.close(seen)
    os.close(terminal)
    assert answer in output
    assert f"{words} …" in said
    piped = subprocess.run(
        line, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE_SECONDS
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
