"""Why nothing is exported; branches of the core's one tree.

InputError
└── ExportRefused     what was asked for is never loaded, or is no module
ToolMissing
└── TorchMissing      the extra `torch` is not installed
"""

from __future__ import annotations

from compiler_core.errors import InputError, ToolMissing

EXTRA = "lowering-lab[torch]"


class ExportRefused(InputError):
    """The request names nothing that is exported."""


class TorchMissing(ToolMissing):
    """PyTorch, or what its exporter needs, is not installed."""

    def __init__(self, tool: str) -> None:
        super().__init__(tool, EXTRA)
        self.advice = f"Install the extra that brings it: pip install '{EXTRA}'."
