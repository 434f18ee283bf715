"""How well drawn pairs with known edits are matched: `python -m tests.graph.pairing.agreement`.

Each of 200 pairs is a network and the same after one to six edits, in half of them with all names
changed. A pair of nodes is right if the one is what became of the other; F1 is over all such pairs
of all networks: the harmonic mean of how many that were found are right, and how many right ones
were found. Exit status 1 below 0.98. With `--hard` every pair has all names and all weights
changed besides.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from compiler_core.graph.pairing.matching import Matching, match_networks
from tests.graph.pairing.drafts import Draft, drawn_network
from tests.graph.pairing.edits import EDITS, rename, retrain

PAIRS = 200
LEAST = 0.98
Links = set[tuple[str, str]]


@dataclass(frozen=True)
class DrawnPair:
    """edits: what was done, in order."""

    left: Draft
    right: Draft
    edits: tuple[str, ...]

    def truth(self) -> Links:
        return {(origin, node.name) for node in self.right.nodes for origin in node.origins}


@dataclass(frozen=True)
class Score:
    """Pairs of nodes: right, found, and in truth."""

    right: int
    found: int
    true: int

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.true) if self.found + self.true else 1.0


def drawn_pair(seed: int, hard: bool = False) -> DrawnPair:
    """hard: all names and weights change."""
    chance = Random(seed)
    left = drawn_network(chance, chance.randint(3, 12))
    right = left.copied()
    edits: list[str] = []
    for _ in range(chance.randint(1, 6)):
        edit = chance.choice(EDITS)
        if edit(right, chance):
            edits.append(edit.__name__)
    if hard:
        retrain(right)
        edits.append("retrain")
    if hard or chance.random() < 0.5:
        rename(right, chance)
        edits.append("rename")
    return DrawnPair(left, right, tuple(edits))


def links_of(matching: Matching) -> Links:
    """Every left node of a group with every right one."""
    return {
        (matching.left.nodes[a].name, matching.right.nodes[b].name)
        for group in matching.groups
        for a in group.left
        for b in group.right
    }


def score_of(pair: DrawnPair) -> Score:
    found = links_of(match_networks(pair.left.marks(), pair.right.marks()))
    truth = pair.truth()
    return Score(len(found & truth), len(found), len(truth))


def scores(pairs: int = PAIRS, hard: bool = False) -> Iterator[tuple[DrawnPair, Score]]:
    for seed in range(pairs):
        pair = drawn_pair(seed, hard)
        yield pair, score_of(pair)


def total(found: list[Score]) -> Score:
    return Score(*(sum(getattr(one, name) for one in found) for name in ("right", "found", "true")))


def main() -> int:
    rows = list(scores(hard="--hard" in sys.argv[1:]))
    for number, (pair, score) in enumerate(rows):
        if score.f1 < 1:
            print(
                f"{number:4} {score.f1:.4f} {len(pair.left.nodes):4} nodes  {', '.join(pair.edits)}"
            )
    whole = total([score for _, score in rows])
    print(
        f"F1 {whole.f1:.4f} over {whole.true:,} pairs of nodes in {len(rows)} pairs of networks; "
        f"{sum(score.f1 == 1 for _, score in rows)} without a fault, the worst "
        f"{min(score.f1 for _, score in rows):.3f}"
    )
    return 0 if whole.f1 >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
