"""Where pages of the atlas stand."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

ATLAS = "/learn/atlas"
QUESTIONS = f"{ATLAS}/questions"


def atlas_address(page: str, settings: Mapping[str, str]) -> str:
    """settings: what differs from the usual."""
    query = f"?{urlencode(settings)}" if settings else ""
    return f"{ATLAS}/{page}{query}"
