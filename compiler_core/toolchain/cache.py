"""Compile results by content."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from hashlib import sha256

from compiler_core.toolchain.command import jailed_command
from compiler_core.toolchain.content_cache import ContentCache
from compiler_core.toolchain.outcome import CompileJob, Outcome

# Part of every key: change it when the outcome's fields change.
_FORM = "1"


def cache_key(job: CompileJob) -> str:
    """The same for equal compiler build, command (normalised flags, file name) and text."""
    parts = (_FORM, job.compiler.build_id, *jailed_command(job), "", job.source.text)
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class OutcomeCache(ContentCache[Outcome]):
    """Outcomes of compiles to assembly."""

    @staticmethod
    def _size(result: Outcome) -> int:
        return 1024 + len(result.output) + len(result.diagnostics)

    @staticmethod
    def _encode(result: Outcome) -> bytes:
        return json.dumps(asdict(result)).encode()

    @staticmethod
    def _decode(content: bytes) -> Outcome:
        record = json.loads(content)
        return Outcome(**{**record, "command": tuple(record["command"])})

    @staticmethod
    def _as_cached(result: Outcome) -> Outcome:
        return replace(result, cached=True)

    @staticmethod
    def _limit_of(result: Outcome) -> str:
        return result.limit
