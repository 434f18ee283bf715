"""The JSON form of results: one encoder for the command line and the web.

The records are the contract: their field names are the JSON's keys, so that a page, the API and
`lowlab --json` can never differ. The encoder writes dataclasses field by field, in their order.
Where an answer is more than a record, its form stands beside the record, in a `json_form.py` of
that package; here is only the form of what every track has: a step.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import orjson

_ANY_KEYS = orjson.OPT_NON_STR_KEYS

if TYPE_CHECKING:
    from compiler_core.trace import Snapshot, Step


def plain_json(value: object) -> bytes:
    """What is made of records, lists, names and numbers only."""
    return orjson.dumps(value)


def record_json(record: object) -> bytes:
    """The same where keys may be numbers, and contents of files stand in it, as base64."""
    return orjson.dumps(record, default=_other, option=_ANY_KEYS)


def arrays_json(record: object) -> bytes:
    """The same where arrays stand in it, as lists of numbers."""
    return orjson.dumps(record, default=_other, option=orjson.OPT_SERIALIZE_NUMPY | _ANY_KEYS)


def _other(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value).__name__)


def step_form(step: Step) -> dict[str, object]:
    """A step with its texts, one line per line, and what it changed."""
    return {
        "pass": step.pass_name,
        "kind": step.kind,
        "changed": step.changed,
        "before": _text(step.before),
        "after": _text(step.after),
        "changes": step.changes,
        "metrics": step.metrics,
    }


def _text(snapshot: Snapshot | None) -> str | None:
    return "\n".join(line.text for line in snapshot.lines) if snapshot is not None else None
