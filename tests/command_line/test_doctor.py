"""`lowlab doctor`: tools and jail."""

from __future__ import annotations

import pytest

from command_line.doctor import report_lines
from command_line.main import run_arguments
from compiler_core.toolchain import doctor
from compiler_core.toolchain.doctor import DoctorReport
from compiler_core.toolchain.jail_check import JailCheck
from compiler_core.toolchain.self_test import JailReport
from compiler_core.toolchain.tools import Tool
from tests.command_line.conftest import Lowlab


def test_the_json_keeps_the_contract(lowlab: Lowlab) -> None:
    finished = lowlab("doctor", "--json")
    found = finished.json
    assert finished.status == 0
    assert found["tools"]
    for tool in found["tools"]:
        assert tool.keys() >= {"name", "version", "path", "ok", "used_for"}
        assert tool["used_for"]
        if tool["ok"]:
            assert tool["path"].startswith("/")
    assert found["jail"].keys() >= {"kind", "ok", "checks"}
    assert found["jail"]["ok"] is True
    assert len(found["jail"]["checks"]) >= 5


def test_the_text_names_tools_and_checks(lowlab: Lowlab) -> None:
    finished = lowlab("doctor")
    found = lowlab("doctor", "--json").json
    for tool in found["tools"]:
        assert tool["name"] in finished.output
    assert "Jail: " in finished.output
    assert "holds" in finished.output


def report_with(tool_ok: bool, check_ok: bool) -> DoctorReport:
    tool = Tool(
        name="gcc-12",
        version="12.2.0",
        path="/usr/bin/gcc",
        ok=tool_ok,
        used_for="compiling",
        package="gcc-12-cross",
    )
    check = JailCheck("network", "Nothing can be reached.", check_ok, "a socket opened")
    return DoctorReport((tool,), JailReport("landlock", check_ok, (check,), ("a root of its own",)))


def test_a_missing_tool_names_its_package() -> None:
    lines = report_lines(report_with(tool_ok=False, check_ok=True))
    assert lines[1] == "missing  gcc-12    compiling (Debian package: gcc-12-cross)"


def test_a_broken_jail_is_not_to_be_missed() -> None:
    lines = report_lines(report_with(tool_ok=True, check_ok=False))
    assert "Jail: landlock, DOES NOT HOLD: no compiler will run" in lines
    assert "FAILED  Nothing can be reached.  a socket opened" in lines
    assert lines[-1] == "It lacks: a root of its own"


def test_a_broken_jail_is_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    for report, status in ((report_with(True, False), 1), (report_with(True, True), 0)):
        monkeypatch.setattr(doctor, "examine", lambda found=report: found)
        assert run_arguments(["doctor"]) == status
