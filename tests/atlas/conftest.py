"""Tests of tools that are not set up here are left out, so that the summary counts them."""

from __future__ import annotations

import pytest

from tests.atlas.wheels import can_be_asked


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    marked = [(item, item.get_closest_marker("wheel")) for item in items]
    missing = [item for item, mark in marked if mark is not None and not can_be_asked(mark.args[0])]
    if missing:
        config.hook.pytest_deselected(items=missing)
        items[:] = [item for item in items if item not in set(missing)]
