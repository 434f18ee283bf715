"""What right answers of the inventory rest on."""

from __future__ import annotations

from pathlib import Path

from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import LESSONS_FOLDER, claims_at
from compiler_core.content_files import ContentError
from compiler_core.inventory.reading import INVENTORY_FOLDER, ConceptInventory


def claims_of(inventory: ConceptInventory, folder: Path = INVENTORY_FOLDER) -> tuple[Claim, ...]:
    """Every claim that a right answer rests on, of the lessons and of the inventory's own, once.

    Raises ContentError for an id that is no claim's.
    """
    known = {claim.id: claim for claim in (*claims_at(LESSONS_FOLDER), *claims_at(folder))}
    claims: dict[str, Claim] = {}
    for question in inventory.questions:
        for name in question.claims:
            if name not in known:
                raise ContentError(f"{question.id}: claims: there is no claim {name!r}.")
            claims[name] = known[name]
    return tuple(claims.values())
