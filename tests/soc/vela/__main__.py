"""Our cost model against Arm's Vela 5.2, layer by layer.

python -m tests.soc.vela              asks Vela (script/oracles puts it into build/oracles)
python -m tests.soc.vela --recorded   takes the answers that are kept with the tests
python -m tests.soc.vela --record     asks, and keeps the answers

Ends with 1 when the listed or the drawn layers agree less than they must.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.soc.vela.comparison import (
    agreement,
    encoding_line,
    row_lines,
    rows_of,
    summary_lines,
)
from tests.soc.vela.layer_set import LISTED, drawn
from tests.soc.vela.oracle import answers_of_vela, record, recorded_answers

DRAWN = drawn(seed=2026, count=120)


def main(arguments: Sequence[str]) -> int:
    """Print both sets. Returns the exit code."""
    recorded = "--recorded" in arguments
    answers = recorded_answers() if recorded else answers_of_vela(LISTED)
    if "--record" in arguments:
        record(answers)
    listed = rows_of(LISTED, answers)
    lines = [*row_lines(listed), "", *summary_lines(listed), encoding_line(answers)]
    sets = [listed]
    if not recorded:
        sets.append(rows_of(DRAWN, answers_of_vela(DRAWN)))
        lines += ["", "Drawn at random:", *summary_lines(sets[-1])]
    print("\n".join(lines))
    return 0 if all(agreement(rows).is_enough for rows in sets) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
