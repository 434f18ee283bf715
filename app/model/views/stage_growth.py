"""Stage 6: how much memory the transformed weights of Winograd may add."""

from __future__ import annotations

OFFERED = (0, 1, 4, 16, 64, 256, 1024)


def growth_choices(chosen: int) -> list[tuple[str, str]]:
    """Values and labels of the form; a number that is not offered is one more choice."""
    return [(str(size), _label(size)) for size in sorted({*OFFERED, chosen})]


def _label(size: int) -> str:
    return f"{size} MiB" if size else "nothing: no Winograd"
