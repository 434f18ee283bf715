"""Our cost model against Arm's Vela 5.2, layer by layer.

python -m tests.soc.vela              asks Vela (script/oracles puts it into build/oracles)
python -m tests.soc.vela --recorded   takes the answers that are kept with the tests
python -m tests.soc.vela --record     asks, and keeps the answers

Without --recorded, Vela is also asked about layers drawn at random, and about the listed ones on
other systems. Ends with 1 when any of these agree less than they must.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.soc.vela.comparison import (
    Row,
    agreement,
    encoding_line,
    row_lines,
    rows_of,
    summary_lines,
)
from tests.soc.vela.layer_set import LISTED, drawn
from tests.soc.vela.oracle import answers_of_vela, record, recorded_answers
from tests.soc.vela.systems import OTHERS

DRAWN = drawn(seed=2026, count=120)


def main(arguments: Sequence[str]) -> int:
    """Print all sets. Returns the exit code."""
    recorded = "--recorded" in arguments
    answers = recorded_answers() if recorded else answers_of_vela(LISTED)
    if "--record" in arguments:
        record(answers)
    listed = rows_of(LISTED, answers)
    print("\n".join([*row_lines(listed), "", *summary_lines(listed), encoding_line(answers)]))
    others = {} if recorded else other_sets()
    for title, rows in others.items():
        print("\n".join(["", f"{title}:", *summary_lines(rows)]))
    return 0 if all(agreement(rows).is_enough for rows in (listed, *others.values())) else 1


def other_sets() -> dict[str, tuple[Row, ...]]:
    """Other layers, and other systems."""
    found = {"Drawn at random": rows_of(DRAWN, answers_of_vela(DRAWN))}
    for system in OTHERS:
        found[system.name] = rows_of(LISTED, answers_of_vela(LISTED, system), system)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
