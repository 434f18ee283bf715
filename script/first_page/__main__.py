"""Writes the miniatures."""

from __future__ import annotations

import sys

from app.site.miniatures import MINIATURES, write_miniature
from script.benchmarks.server import ROOT
from script.first_page.scenes import SCENES


def main() -> int:
    """Run each, keep it."""
    for miniature in MINIATURES:
        path = write_miniature(miniature, SCENES[miniature.name]())
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
