"""How many of the planted half-truths the search breaks, and how long each takes.

`python -m tests.breaking.measure [--seconds 60] [--of code] [--of facts] [ID …]` prints a line for
each and fails where less than nine in ten are broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from compiler_core.claims.breaking.record import BUDGET_SECONDS, BreakSearch
from compiler_core.claims.breaking.search import SearchBudget, break_claim
from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import read_claims

HALF_TRUTHS = Path(__file__).parent / "half_truths.yaml"
OF_FACTS = Path(__file__).parent / "half_truths_of_facts.yaml"
FILES = {"code": HALF_TRUTHS, "facts": OF_FACTS}
GOAL = 0.9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=BUDGET_SECONDS)
    parser.add_argument("--of", choices=FILES, action="append")
    parser.add_argument("ids", nargs="*")
    asked = parser.parse_args()
    files = [FILES[name] for name in asked.of or FILES]
    known = [claim for file in files for claim in read_claims(file)]
    claims = [one for one in known if not asked.ids or one.id in asked.ids]
    broken, longest = 0, 0.0
    for claim in claims:
        began = time.monotonic()
        search = break_claim(claim, budget=SearchBudget(asked.seconds))
        took = time.monotonic() - began
        in_time = search.standing == "broken" and took <= asked.seconds
        broken, longest = broken + in_time, max(longest, took)
        print(line_of(claim, search, took), flush=True)
    print(f"{broken} of {len(claims)} half-truths broken in time; the longest took {longest:.1f} s")
    return 0 if broken >= GOAL * len(claims) else 1


def line_of(claim: Claim, search: BreakSearch, took: float) -> str:
    """`broken    3.1 s   14 tried  eighths-are-shifts: -O2, …`."""
    told = "; ".join(search.broken.changes) if search.broken else " ".join(search.sentences)
    return f"{search.standing:<10} {took:5.1f} s {search.tried:4} tried  {claim.id}: {told}"


if __name__ == "__main__":
    sys.exit(main())
