"""Print the accuracy of the shipped nets at every stage and with every calibration method.

    .venv/bin/python -m script.training.measure            all three
    .venv/bin/python -m script.training.measure residual   one of them

Exit 1 if an int8 net is more than one point below its float32 accuracy.
"""

from __future__ import annotations

import sys

from compiler_core.graph.evaluation.shipped import shipped_model, shipped_models
from compiler_core.graph.evaluation.splits import split
from script.training.stage_accuracy import stage_accuracies

_LARGEST_LOSS = 0.01


def main(names: list[str]) -> int:
    missed = 0
    for name in names:
        shares = []
        for row in stage_accuracies(shipped_model(name), split("test")):
            shares.append(row.accuracy.share)
            print(f"{name:10} {row.stage:32} {row.nodes:4} nodes  {row.accuracy.sentence}")
        lost = shares[0] - min(shares)
        missed += lost > _LARGEST_LOSS
        print(f"{name:10} at most {100 * lost:.1f} points below the net as exported\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [model.id for model in shipped_models()]))
