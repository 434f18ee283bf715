"""The JSON form of results: one encoder for the command line and the web.

The records are the contract: their field names are the JSON's keys, so that a page, the API and
`lowlab --json` can never differ. The encoder writes dataclasses field by field, in their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from compiler_core.host.compilation import Compilation
    from compiler_core.host.diff import Comparison
    from compiler_core.toolchain.doctor import DoctorReport


def compilation_json(compilation: Compilation) -> bytes:
    """`lowlab compile` and `POST /api/compile`: compiler, version, flags, ok, diagnostics,
    functions with lines and loops, and all else a Compilation holds."""
    return orjson.dumps(compilation)


def comparison_json(comparison: Comparison) -> bytes:
    """`lowlab diff`: left, right, summary, metrics, rows, and the same per function."""
    return orjson.dumps(comparison)


def doctor_json(report: DoctorReport) -> bytes:
    """`lowlab doctor`: tools and jail."""
    return orjson.dumps(report)


def address_json(url: str) -> bytes:
    """`lowlab serve`: where it listens."""
    return orjson.dumps({"url": url})
