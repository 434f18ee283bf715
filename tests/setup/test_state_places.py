"""Where the toolchain puts what jailed programs have to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.toolchain import state
from compiler_core.toolchain.state import machine_directory, reachable_directory


def test_a_state_that_the_jails_own_files_would_hide_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path / "place" / "below"))
    for hiding in (tmp_path, tmp_path / "place", tmp_path / "place" / "below"):
        monkeypatch.setattr(state, "JAIL_WORK_DIRECTORY", hiding)
        assert reachable_directory() == machine_directory()
    monkeypatch.setattr(state, "JAIL_WORK_DIRECTORY", tmp_path / "elsewhere")
    assert reachable_directory() in (tmp_path / "place" / "below", machine_directory())
