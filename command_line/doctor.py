"""`lowlab doctor`: which tools are here, what they are used for, and whether the jail holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command_line.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compiler_core.toolchain.doctor import DoctorReport
    from compiler_core.toolchain.stores import StoreUse
    from compiler_core.toolchain.tools import Tool


def doctor_command(as_json: AsJson = False) -> int:
    """Examine the tools and the jail.

    Exit status 1 if no compiler is here or the jail does not hold.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.toolchain.doctor import examine_all
    from compiler_core.toolchain.state import data_directory

    report = examine_all(data_directory())
    if as_json:
        print_json(plain_json(report.to_json()))
    else:
        print_lines(report_lines(report))
    return 0 if report.ok else 1


def report_lines(report: DoctorReport) -> list[str]:
    """Tools as a table, then the jail with every check of its self-test."""
    from command_line.output import columns

    tools = [_tool_cells(tool) for tool in report.tools]
    checks = [
        ("ok" if check.ok else "FAILED", check.sentence, check.detail)
        for check in report.jail.checks
    ]
    verdict = "holds" if report.jail.ok else "DOES NOT HOLD: no compiler will run"
    return [
        "Tools",
        *columns(tools),
        "",
        f"Jail: {report.jail.kind}, {verdict}",
        *columns(checks),
        *(f"It lacks: {sentence}" for sentence in report.jail.lacks),
        *_store_lines(report.stores),
    ]


def _store_lines(stores: Sequence[StoreUse]) -> list[str]:
    from command_line.output import columns

    return ["", "Kept on the disk", *columns(list(map(_store_cells, stores)))] if stores else []


def _store_cells(store: StoreUse) -> tuple[str, ...]:
    from compiler_core.sizes import size_text

    room = f"{size_text(store.used_bytes)} of {size_text(store.quota_bytes)}"
    return (room, store.name, store.holds, f"goes first: {store.goes_first}")


def _tool_cells(tool: Tool) -> tuple[str, ...]:
    if tool.ok:
        return ("ok", tool.name, tool.version, tool.used_for)
    return ("missing", tool.name, "", f"{tool.used_for} ({tool.package_kind}: {tool.package})")
