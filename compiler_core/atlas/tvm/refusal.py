"""What TVM says where a primitive's condition does not hold, taken apart.

It prints the program with the place underlined, then an error message, which may list a definition
in numbered conditions, and says which of them does not hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MESSAGE = "Error message:"
_CONDITION = re.compile(r"^\d+\) ", re.MULTILINE)
_VIOLATED = re.compile(r"violates condition #(\d+)(?: as an? ([\w -]+?))?\.")
_PROGRAM = re.compile(r"^@(?:I\.ir_module|T\.prim_func)", re.MULTILINE)
_UNDERLINE = re.compile(r"^\s*\^+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRefusal:
    """TVM's words about one directive."""

    sentence: str
    """The first of the message."""
    message: str
    """All of it, definitions with their numbered conditions too."""
    program: str
    """With underlined places; "" where it shows none."""
    conditions: int
    """How many numbered conditions the message lists, 0 where it lists none."""
    violated: tuple[str, ...]
    """Conditions that do not hold, by number and of what: `1 as a local complete block`."""
    underlined: int
    """Lines of the program under which TVM draws a line."""


def read_refusal(text: str) -> ScheduleRefusal:
    """Where there is no error message in it, the whole is the message."""
    around, separator, message = text.partition(_MESSAGE)
    if not separator:
        around, message = "", text
    message = message.strip()
    start = _PROGRAM.search(around)
    program = around[start.start() :].rstrip() if start else ""
    return ScheduleRefusal(
        sentence=message.partition("\n")[0],
        message=message,
        program=program,
        conditions=len(_CONDITION.findall(message)),
        violated=tuple(
            f"{number} as a {what}" if what else number
            for number, what in _VIOLATED.findall(message)
        ),
        underlined=sum(_UNDERLINE.match(line) is not None for line in program.splitlines()),
    )
