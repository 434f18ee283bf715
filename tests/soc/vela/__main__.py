"""Our cost model against Arm's Vela 5.2, layer by layer.

python -m tests.soc.vela              asks Vela (script/oracles puts it into build/oracles)
python -m tests.soc.vela --recorded   takes the answers that are kept with the tests
python -m tests.soc.vela --record     asks, and keeps the answers

Listed layers are put on the described system, on others, and on one in another memory mode. Without
--recorded, Vela is also asked about layers drawn at random. Ends with 1 when any of these agree
less than they must.
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
from tests.soc.vela.oracle import Answer, answers_of_vela, record, recorded_answers
from tests.soc.vela.systems import DESCRIBED, SYSTEMS, System

DRAWN = drawn(seed=2026, count=120)


def main(arguments: Sequence[str]) -> int:
    """Print all sets. Returns the exit code."""
    recorded = "--recorded" in arguments
    answers = {one.name: _answers(one, recorded=recorded) for one in SYSTEMS}
    if "--record" in arguments:
        for system in SYSTEMS:
            record(answers[system.name], system)
    sets = {one.name: rows_of(LISTED, answers[one.name], one) for one in SYSTEMS}
    if not recorded:
        sets["Drawn at random"] = rows_of(DRAWN, answers_of_vela(DRAWN))
    print("\n".join([*row_lines(sets[DESCRIBED.name]), encoding_line(answers[DESCRIBED.name])]))
    for title, rows in sets.items():
        print("\n".join(["", f"{title}:", *summary_lines(rows)]))
    return 0 if all(agreement(rows).is_enough for rows in sets.values()) else 1


def _answers(system: System, *, recorded: bool) -> tuple[Answer, ...]:
    return recorded_answers(system) if recorded else answers_of_vela(LISTED, system)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
