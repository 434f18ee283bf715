"""Measure rows here and in an earlier commit, by turns, and compare their medians.

    python -m script.benchmarks.before COMMIT [ROW ...]

Each row is measured ROUNDS times on either side, by the command that the commit itself has for it;
a row that the commit does not know is left out. Both sides use the packages installed here. What
each row prints as ours is compared; a row that got slower than MOST_TIMES_BEFORE is MISSED, and the
command exits with 1.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from script.benchmarks.measurement import median

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
MOST_TIMES_BEFORE = 1.1
ROW_SECONDS = 1800
# Rows whose figure says how many are done in a time: more is better.
RATES = ("/s",)
# How much was asked for, where a row's other figure says that: figures of more work are no slower.
_WORK = re.compile(r"(?P<work>\d[\d,]*) multiply-accumulates")
_FIGURE = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?) ?(?P<unit>[^\s\d,]*)")
_KNOWN_ROWS = re.compile(r"\(known: (?P<names>[^)]*)\)")


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The commit's files in a folder of their own, with what is installed here."""
    with tempfile.TemporaryDirectory(prefix="lowlab-before-") as parent:
        os.chmod(parent, 0o755)
        folder = Path(parent) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(folder), commit)
        try:
            (folder / ".venv").symlink_to(ROOT / ".venv")
            (folder / "build").symlink_to(ROOT / "build")
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *arguments], check=True)


def known_rows(folder: Path) -> list[str]:
    """The rows that the command of this folder can measure."""
    refusal = _bench(folder, "no-such-row").stderr
    known = _KNOWN_ROWS.search(refusal)
    if known is None:
        raise SystemExit(f"{folder}: script.benchmarks does not run: {refusal.strip()[-500:]}")
    return known["names"].split()


def _bench(folder: Path, row: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "script.benchmarks", row],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=ROW_SECONDS,
    )


def figure(printed: str) -> tuple[float, str] | None:
    """Ours with its unit, from the table that a row prints; None where it was not measured."""
    rows = printed.splitlines()
    if len(rows) < 2:
        return None
    cells = re.split(r" {2,}", rows[1].strip())
    shown = _FIGURE.search(cells[2]) if len(cells) > 2 else None
    if shown is None:
        return None
    return float(shown["number"].replace(",", "")), shown["unit"]


def work(printed: str) -> str:
    """How much the row asked for, where it counts what that takes; else empty."""
    counted = _WORK.search(printed)
    return counted["work"] if counted else ""


def compared(row: str, before: Path) -> tuple[str, bool]:
    """One line of the table, and whether the row holds. By turns, so that noise meets both."""
    figures: dict[Path, list[float]] = {before: [], ROOT: []}
    units: set[str] = set()
    works: set[str] = set()
    for _ in range(ROUNDS):
        for folder, values in figures.items():
            printed = _bench(folder, row).stdout
            measured = figure(printed)
            if measured is None:
                return f"not measured  {row} ({'before' if folder == before else 'now'})", False
            values.append(measured[0])
            units.add(measured[1])
            works.add(work(printed))
    if len(works) > 1:
        return f"not compared  {row}: of other networks, {' and '.join(sorted(works))}", False
    if len(units) > 1:
        return f"not compared  {row}: in {' and '.join(sorted(units))}", False
    was, now, unit = median(figures[before]), median(figures[ROOT]), units.pop()
    times = was / now if unit.endswith(RATES) else now / was
    holds = times <= MOST_TIMES_BEFORE
    verdict = "met" if holds else "MISSED"
    return f"{verdict:6}  {row:24}  before {was:g} {unit}  now {now:g} {unit}  {times:.2f}", holds


def main(arguments: list[str]) -> int:
    """Compare the rows named, or all that both sides know."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    commit, *chosen = arguments
    lasting = True
    with checked_out(commit) as before:
        old, new = known_rows(before), known_rows(ROOT)
        for row in (name for name in new if name in old and name not in ("tokens", "rows")):
            if chosen and row not in chosen:
                continue
            line, holds = compared(row, before)
            print(line, flush=True)
            lasting = lasting and holds
    return 0 if lasting else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
