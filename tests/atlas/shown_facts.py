"""All facts that a page of the atlas shows, whether at once or folded."""

from __future__ import annotations

from app.atlas.views.atlas import AtlasPageView, FactRow


def shown_facts(page: AtlasPageView) -> dict[str, FactRow]:
    """By their names; a fact that stands twice fails."""
    rows = (*page.facts, *page.facts_folded)
    facts = {row.name: row for row in rows}
    assert len(facts) == len(rows)
    return facts
