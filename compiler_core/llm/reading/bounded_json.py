"""JSON of strangers: parsed only when it is short enough, and without what JSON leaves open.

Duplicate keys, NaN and numbers of thousands of digits are legal for Python's parser and mean
nothing in a model's file.
"""

from __future__ import annotations

import json
from typing import Any

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.limits import hold


def parse_object(text: bytes, limit: str, where: str) -> dict[str, Any]:
    """The object in a JSON text. Raises ModelFileRefused; `where` names it in messages."""
    hold(limit, len(text), where)
    hold("json_values", sum(map(text.count, (b",", b"[", b"{"))), where)
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ModelFileRefused(f"{where} is nested too deeply.") from error
    except ValueError as error:
        reason = " ".join(str(error).split())[:200]
        raise ModelFileRefused(f"{where} is not JSON that can be read: {reason}.") from error
    if not isinstance(value, dict):
        raise ModelFileRefused(f"{where} is not a JSON object.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise ValueError(f"the key {key[:60]} is there twice")
        seen.add(key)
    return members


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")
