"""What must never come out of a jail, and how to see it in whatever form it comes."""

from __future__ import annotations

import re
from pathlib import Path

CANARY = "LoweringLabCanary7f3a9c51e8d2"
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")


def secrets_in(text: str) -> list[str]:
    """Which secrets this text holds: as text, as single bytes, or as 4- or 8-byte words.

    An assembler file may show an embedded file as `.ascii`, `.byte 76, 111` or `.word`.
    """
    host_lines = [line for line in Path("/etc/passwd").read_text().splitlines() if len(line) > 12]
    plain = [secret for secret in (CANARY, *host_lines) if secret in text]
    numbers = [int(number, 0 if "x" in number else 10) for number in _NUMBER.findall(text)]
    return plain + [
        form for form, wanted in _encoded(CANARY.encode()).items() if _holds(numbers, wanted)
    ]


def _encoded(secret: bytes) -> dict[str, list[list[int]]]:
    """Runs of numbers that give the secret away, per form; each run alone is enough."""
    words = {
        f"{size}-byte words": [
            [int.from_bytes(secret[at : at + size], "little")]
            for at in range(len(secret) - size + 1)
        ]
        for size in (4, 8)
    }
    return {"bytes": [list(secret[:6])], **words}


def _holds(numbers: list[int], runs: list[list[int]]) -> bool:
    return any(numbers[at : at + len(run)] == run for run in runs for at in range(len(numbers)))
