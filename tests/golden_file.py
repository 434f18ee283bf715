"""Golden files: texts that a person read once, kept beside the tests."""

from __future__ import annotations

from pathlib import Path

import pytest


def assert_golden(path: Path, text: str, request: pytest.FixtureRequest) -> None:
    """The text is that of the file; with --update-golden the file becomes the text."""
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
