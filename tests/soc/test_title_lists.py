"""Names that have commas of their own stay apart in a sentence."""

from __future__ import annotations

import pytest

from app.words import joined

TITLES = ["M4, 10-core GPU", "M3, 18-core GPU", "Pi 5"]


@pytest.mark.parametrize(
    ("most", "said"),
    [(6, "M4, 10-core GPU; M3, 18-core GPU; and Pi 5"), (2, "M4, 10-core GPU; and 2 more")],
)
def test_titles_with_commas_are_parted_by_semicolons(most: int, said: str) -> None:
    assert joined(TITLES, most, "; ") == said
    assert joined(TITLES[:1], most, "; ") == TITLES[0]
    assert joined(["a", "b", "c"], 3) == "a, b and c"
