"""Facts of the atlas: what its pages answer, by the names that each page declares."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import AtlasAnswer
from compiler_core.basis import Value
from compiler_core.claims.facts.fact import Fact, FactMissing
from compiler_core.errors import ToolMissing


@cache
def atlas_facts(page: str) -> dict[str, Fact]:
    """All facts of one page. Raises UnknownName."""
    return {
        fact.name: Fact(
            of="atlas",
            name=fact.name,
            stage=page,
            read=_reader(fact.name),
            unit=fact.unit,
            basis=fact.basis,
        )
        for fact in page_named(page).facts
    }


def _reader(name: str) -> Callable[[AtlasAnswer], Value]:
    def read(answer: AtlasAnswer) -> Value:
        for part in answer.recorded_parts:
            if name in part.facts and part.problem:
                raise FactMissing(part.problem)
            if name in part.facts and part.missing:
                missing = part.missing
                raise ToolMissing(missing.tool, missing.package, missing.command)
        if name not in answer.facts:
            raise FactMissing(f"The page {answer.page} does not say {name!r} now: {answer.error}")
        return answer.facts[name]

    return read
