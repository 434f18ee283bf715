"""The doctor's report: its shape is a contract."""

from __future__ import annotations

import json

import pytest

from app.site.views.about import about_page
from compiler_core.errors import ToolMissing
from compiler_core.toolchain import doctor
from compiler_core.toolchain.tools import TOOLS, ToolKind, _find


def test_the_contract() -> None:
    report = json.loads(json.dumps(doctor.examine().to_json()))
    assert {"tools", "jail"} <= set(report)
    for tool in report["tools"]:
        assert {"name", "version", "path", "ok", "used_for"} <= set(tool)
        assert tool["used_for"]
        assert tool["package"]
    assert {"kind", "ok", "checks"} <= set(report["jail"])
    assert all({"name", "ok", "sentence", "detail"} <= set(c) for c in report["jail"]["checks"])
    names = {tool["name"] for tool in report["tools"]}
    assert {"gcc-12", "clang-19", *(kind.name for kind in TOOLS)} <= names
    assert report["ok"] is True


def test_a_missing_tool_is_reported_with_its_package() -> None:
    tool = _find(ToolKind("no-such-tool", "nothing", "no-such-package"))
    assert (tool.ok, tool.path, tool.version, tool.package) == (False, "", "", "no-such-package")


def test_missing_compilers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed_compilers", lambda: ())
    tools = {tool.name: tool for tool in doctor._compiler_tools()}
    assert not tools["gcc"].ok
    assert "gcc-aarch64-linux-gnu" in tools["gcc"].package
    assert not tools["clang"].ok


def test_no_jail_at_all_is_a_failed_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ToolMissing("cc", "gcc")

    monkeypatch.setattr(doctor, "chosen_jail", missing)
    report = doctor.examine()
    assert not report.ok
    assert "cc is not installed" in report.jail.checks[0].detail
    assert report.jail.kind == "none"
    assert about_page(report, ()).jail_sentence == "No jail could be set up, so no compiler runs."
