"""Which closed parts of a page are open: those the reader works in, or all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenFolds:
    """names: of the headings whose parts are open. all: every part is."""

    names: frozenset[str] = frozenset()
    all: bool = False

    def __contains__(self, name: object) -> bool:
        return self.all or name in self.names
