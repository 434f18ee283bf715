"""Why a tool's run in the jail gave nothing, in plain words."""

from __future__ import annotations

from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.judge import limit_of
from compiler_core.toolchain.limits import Limits, explain_limit

_LAST_WORDS = 65_536


def failure_of(run: RunResult, limits: Limits, tool: tuple[str, str], given: str) -> str:
    """ "" for a run that ended well. tool: its name and version; given: what it was given."""
    name, version = tool
    limit = limit_of(run, limits, run.diagnostics[-_LAST_WORDS:].decode("utf-8", "replace"))
    if limit is not None:
        return explain_limit(limit, limits).replace("The compiler", name, 1)
    if run.exit_code is None:
        return f"{name} {version} crashed on {given}."
    return f"{name} {version} refuses {given}." if run.exit_code else ""
