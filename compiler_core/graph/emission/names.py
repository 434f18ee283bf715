"""C names and comments. Nothing of a model's own text gets into the C text but through here."""

from __future__ import annotations

import re

from compiler_core.graph.records import FusedGroup

_LONGEST_COMMENT = 100
_LONGEST_NAME = 40
# Neither `*`, `?`, `\` nor a line end: no comment can be closed, no trigraph or splice be made.
_NOT_IN_COMMENTS = re.compile(r"[^A-Za-z0-9_.,:;=+()\[\] -]")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


def comment_text(text: str) -> str:
    """Text that may stand in any C comment; what may not becomes `_`."""
    safe = _NOT_IN_COMMENTS.sub("_", text)
    return safe if len(safe) <= _LONGEST_COMMENT else safe[: _LONGEST_COMMENT - 3] + "..."


def identifier(text: str) -> str:
    """Lower-case letters, digits and `_` of the text; may be empty or begin with a digit."""
    return _NOT_IN_NAMES.sub("_", text.lower()).strip("_")[:_LONGEST_NAME].strip("_")


def kernel_name(index: int, group: FusedGroup, operators: tuple[str, ...]) -> str:
    """`k003_conv_relu`: the kernel's place and its operators, so that profiles can be read."""
    words = "_".join(identifier(operator) for operator in dict.fromkeys(operators))
    return f"k{index:03d}_{words[:_LONGEST_NAME].strip('_')}"
