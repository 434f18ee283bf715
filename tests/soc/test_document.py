"""The page says what the fit says now."""

from __future__ import annotations

from tests.soc.fit import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.soc.fit --write"
