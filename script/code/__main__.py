"""Print the figures of this tree; keep them in a dated file when asked to."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from script.code.report import measured, names, text
from script.code.sources import tracked_files

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "code"


def main(arguments: list[str]) -> int:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser("script/measure_code")
    parser.add_argument("--names", action="store_true", help="name what is counted")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/code")
    options = parser.parse_args(arguments)
    figures = measured(ROOT, tracked_files(ROOT))
    print(text(figures), end="")
    if options.names:
        print(names(figures), end="")
    if options.write:
        day = datetime.date.today().isoformat()
        PAGES.mkdir(exist_ok=True)
        heading = f"# Code measured on {day}\n\n`script/measure_code` prints these figures.\n\n"
        (PAGES / f"{day}.md").write_text(heading + text(figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
