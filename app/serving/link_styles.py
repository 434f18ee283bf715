"""Style rules that join source and assembly without scripts: choosing one row marks the others."""

from __future__ import annotations

from collections.abc import Iterable

LINES_OF_FILE = (200, 60)
"""How many lines of the first and second file the common style sheet joins."""


def link_rules(keys: Iterable[str]) -> str:
    """One rule: when any row of a key is the target, all rows of that key are marked.

    Keys are `1-3`, as `SourceMap.key` makes them: digits and a dash, so nothing needs escaping.
    """
    selectors = [
        f':root:has([data-source="{key}"]:target) [data-source="{key}"]>.line' for key in keys
    ]
    if not selectors:
        return ""
    return ",\n".join(selectors) + "{box-shadow:inset 3px 0 var(--loop);font-weight:700}\n"


def common_rules() -> str:
    """The rules for pages whose source is not known when the style sheet is made."""
    return link_rules(
        f"{file}-{line}"
        for file, most in enumerate(LINES_OF_FILE, 1)
        for line in range(1, most + 1)
    )
