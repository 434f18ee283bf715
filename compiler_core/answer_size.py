"""How large one answer about a source may be: as a page, as JSON, and on the command line.

The size of a source bounds the size of nothing that is said about it. What would be larger is
answered by the listing without explanations, where there is one.
"""

from __future__ import annotations

from compiler_core.errors import AnswerTooLarge

ANSWER_BYTES = 64 << 20
"""Before it is compressed. A source of 64 KiB with 230 loops has 25 MiB of JSON at most."""


def check_size(answer: bytes) -> bytes:
    """The same answer. Raises AnswerTooLarge."""
    if len(answer) > ANSWER_BYTES:
        raise AnswerTooLarge(ANSWER_BYTES >> 20)
    return answer
