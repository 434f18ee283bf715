"""`lowlab doctor`: tools and jail."""

from __future__ import annotations

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
