"""The lock files: every version pinned with hashes, the two files agree, no registry named."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.conftest import ROOT

PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)
LOCKS = ("requirements.lock", "requirements-postgresql.lock", "requirements-test.lock")


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / lock).read_text()
    return {normalised(match["name"]): match["version"] for match in PIN.finditer(text)}


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {normalised(re.split(r"[\[<>=~;! ]", line)[0]) for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip())
    assert len(blocks) > 20
    for block in blocks:
        assert PIN.match(block), block
        assert "--hash=sha256:" in block, block


@pytest.mark.parametrize("lock", LOCKS)
def test_no_registry_is_named(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text()


def test_everything_declared_is_locked() -> None:
    assert declared("build") <= set(pins("requirements.lock"))
    assert declared("build", "postgresql") <= set(pins("requirements-postgresql.lock"))
    assert declared("build", "test") <= set(pins("requirements-test.lock"))


def test_the_tests_run_what_the_app_runs() -> None:
    tests = pins("requirements-test.lock")
    for lock in ("requirements.lock", "requirements-postgresql.lock"):
        app = pins(lock)
        assert {name: tests.get(name) for name in app} == app


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "CONTRIBUTING.md").read_text()
    missing = [name for name in declared("build", "test") if f"`{name}`" not in reasons]
    assert missing == []
