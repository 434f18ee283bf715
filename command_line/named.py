"""Commands whose names of files and things are never empty.

An empty text is the folder that one is in for whoever reads it as a path, so it is refused before a
command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from compiler_core.errors import InputError

OUTPUT = "--out"


class NamedCommand(TyperCommand):
    """A command that refuses an empty required argument or `--out`."""

    def invoke(self, ctx: Any) -> Any:
        """Raises InputError."""
        for parameter in self.params:
            named = parameter.param_type_name == "argument" or OUTPUT in parameter.opts
            value = ctx.params.get(parameter.name or "")
            is_wanted = parameter.required or OUTPUT in parameter.opts
            if named and is_wanted and _is_empty(value):
                metavar = getattr(parameter, "metavar", None) or (parameter.name or "").upper()
                title = OUTPUT if OUTPUT in parameter.opts else metavar
                raise InputError(
                    f"{title}: a name is expected, and none was given, or the folder one is in."
                )
        return super().invoke(ctx)


def _is_empty(value: object) -> bool:
    values = value if isinstance(value, list | tuple) else [value]
    # The path of an empty text is the folder that one is in, which is no file's name either.
    return any(
        value == Path() or (isinstance(value, str | Path) and not str(value).strip())
        for value in values
    )
