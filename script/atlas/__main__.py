"""Writes the recorded moment of every page whose answers come from a tool that may be missing.

Names of pages, if any are given: those alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime

import msgspec

from compiler_core.atlas.networks import NETWORK_PROGRAMS, network_bytes
from compiler_core.atlas.one_block.block import USUAL
from compiler_core.atlas.one_block.moments import write_cut
from compiler_core.atlas.one_block.page import ONE_BLOCK
from compiler_core.atlas.one_block.systems import SYSTEMS
from compiler_core.atlas.pages import PAGES, page_named
from compiler_core.atlas.recorded import RECORDED_FOLDER, moment_of
from compiler_core.atlas.records import AtlasPage
from compiler_core.atlas.run import command_of
from compiler_core.atlas.settings import read_settings
from compiler_core.atlas.tensorrt.inspection import RECORD_FILE, inspected_now
from compiler_core.errors import ToolMissing


def main(names: Sequence[str]) -> None:
    """names: of pages, all if none. Raises ToolMissing where a tool is not installed."""
    today = datetime.now(UTC).date()
    for page in map(page_named, names) if names else PAGES:
        if page.name == RECORD_FILE.parent.name:
            _record_polygraphy(today)
        elif page is ONE_BLOCK:
            _record_cuts(today)
        else:
            _record(page, today)


def _record(page: AtlasPage, today: date) -> None:
    """Nothing for a page that is our own code."""
    settings = read_settings(page, {})
    finding = page.compute(settings)
    missing = [part.missing for part in finding.recorded_parts if part.missing]
    if missing:
        raise ToolMissing(missing[0].tool, missing[0].package, missing[0].command)
    if finding.version:
        moment = moment_of(page, command_of(page, settings), finding, today)
        file = RECORDED_FOLDER / f"{page.name}.json"
        file.write_bytes(_text(moment))
        print(f"{file.name}: {page.tool} {finding.version}")


def _record_cuts(today: date) -> None:
    """A page that asks several tools has a moment for each."""
    command = command_of(ONE_BLOCK, read_settings(ONE_BLOCK, {}))
    for system in SYSTEMS:
        if system.cut and system.in_use:
            cut = system.cut(USUAL)
            file = write_cut(system.file, command, cut, today)
            print(f"{file.relative_to(RECORDED_FOLDER)}: {system.name} {cut.version}")


def _record_polygraphy(today: date) -> None:
    """Of a page whose other parts need no tool."""
    inspections = {
        name: msgspec.structs.replace(
            inspected_now(network_bytes(name)), recorded_on=today.isoformat()
        )
        for name, _ in NETWORK_PROGRAMS
    }
    RECORD_FILE.write_bytes(_text(inspections))
    print(f"{RECORD_FILE.name}: {len(inspections)} networks")


def _text(record: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


if __name__ == "__main__":
    main(sys.argv[1:])
