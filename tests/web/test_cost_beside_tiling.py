"""Cost and Tiling say the same sentence of one layer, with both figures and what parts them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.pages import Answer

SENTENCE = re.compile(r"Cost gives this layer .*?(?:\(all modelled\)|agree within \S+)\.")
Get = Callable[..., Answer]


@pytest.mark.parametrize("chip", ["generic", "ethos-u65-256"])
def test_both_views_say_it_with_the_same_figures(
    get: Get, chip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.soc.tile_search.PATIENCE_SECONDS", 60)
    cost = get(f"/soc/cost?chip={chip}&model=mobilenet-v2")
    link = next(one.attributes["href"] for one in cost.all("a") if "cuts this kernel" in one.text)
    said = SENTENCE.search(cost.one("main").text)
    assert said
    chosen = cost.one("tr", "is-chosen")
    assert any(cell.text in said[0] for cell in chosen.children if cell.text.endswith("s"))
    assert said[0] in get(link).one("main").text
