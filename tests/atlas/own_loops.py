"""What holds for every page about a reader's own loop."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler_core.atlas.run import run_page
from compiler_core.errors import InputError
from compiler_core.source import SourceFile


def refused_with_its_line(
    translate: Callable[[SourceFile], object], page: str, source: SourceFile, line: int, reason: str
) -> None:
    """By the translation and by the page, in one line. line: 0 for what is said of none."""
    with pytest.raises(InputError) as refused:
        translate(source)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(InputError) as told:
        run_page(page, {"source": source.text})
    if line:
        assert str(refused.value).startswith(f"{source.name}:{line}:")
        assert told.value.message.startswith(f"Line {line}: ")
