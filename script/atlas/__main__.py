"""Writes the recorded moment of every page whose answers come from a tool that may be missing."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.recorded import RECORDED_FOLDER, moment_of
from compiler_core.atlas.run import command_of
from compiler_core.atlas.settings import read_settings


def main() -> None:
    """Raises ToolMissing where a tool is not installed."""
    for page in PAGES:
        settings = read_settings(page, {})
        finding = page.compute(settings)
        if not finding.version:
            continue
        today = datetime.now(UTC).date()
        moment = moment_of(page, command_of(page, settings), finding, today)
        file = RECORDED_FOLDER / f"{page.name}.json"
        text = msgspec.json.format(msgspec.json.encode(moment), indent=1)
        file.write_bytes(text + b"\n")
        print(f"{file.name}: {page.tool} {finding.version}")


if __name__ == "__main__":
    main()
