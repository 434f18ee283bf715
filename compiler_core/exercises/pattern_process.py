"""A jailed process that searches for one pattern in one text, and may come to no end."""

from __future__ import annotations

import re

from compiler_core.exercises.timed_patterns import FoundText, PatternFinding, PatternSearch
from compiler_core.toolchain.tool_requests import ParentTools


def main() -> None:
    """Serve the one question of `timed_patterns`."""
    tools = ParentTools.begin()
    request = tools.receive().read_as(PatternSearch)
    match = re.compile(request.pattern, request.flags).search(request.text)
    tools.send("found", PatternFinding(FoundText(match[0]) if match else None))


if __name__ == "__main__":
    main()
