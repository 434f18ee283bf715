"""Tests of tools that are not set up here are left out, so that the summary counts them."""

from __future__ import annotations

import pytest

from tests.atlas.wheels import can_be_asked


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    missing = [
        item for item in items
        if not all(can_be_asked(mark.args[0]) for mark in item.iter_markers("wheel"))
    ]  # fmt: skip
    if missing:
        config.hook.pytest_deselected(items=missing)
        items[:] = [item for item in items if item not in set(missing)]
