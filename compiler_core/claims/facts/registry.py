"""All facts that claims may speak of, in one tuple."""

from __future__ import annotations

from compiler_core.claims.facts.chips import CHIP_FACTS
from compiler_core.claims.facts.computed import COMPUTED_FACTS
from compiler_core.claims.facts.exports import EXPORT_FACTS
from compiler_core.claims.facts.fact import Fact, Family
from compiler_core.claims.facts.languages import LANGUAGE_FACTS
from compiler_core.claims.facts.networks import NETWORK_FACTS

FACTS: tuple[Fact, ...] = (
    *NETWORK_FACTS,
    *LANGUAGE_FACTS,
    *CHIP_FACTS,
    *EXPORT_FACTS,
    *COMPUTED_FACTS,
)
_ASKED_FOR_ONE: tuple[Family, ...] = ("chip", "computed")
"""Families whose subjects are asked one thing, of which there are some of the facts."""
_BY_NAME = {
    (fact.of, fact.stage if fact.of in _ASKED_FOR_ONE else "", fact.name): fact for fact in FACTS
}


def facts_of(family: Family, command: str = "") -> dict[str, Fact]:
    """By name; of a chip those of one command, of what is computed those of one question."""
    wanted = (family, command)
    return {name: fact for (of, stage, name), fact in _BY_NAME.items() if (of, stage) == wanted}
