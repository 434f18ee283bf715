"""Words that an operand of AArch64 assembly may be, and hints by their numbers."""

from __future__ import annotations

import re

# Operands that are words and neither conditions nor predicate patterns.
PLAIN_WORDS = (
    "sy", "ish", "ishld", "ishst", "nsh", "nshld", "osh", "ld", "st", "c", "j", "jc", "csync",
)  # fmt: skip
PREFETCH = re.compile(r"(?:pld|pst|pli)l[123](?:keep|strm)")
# The last operand of these is a label, which may be called like a register, condition or shift.
_WITH_LABEL = frozenset(
    ("b", "bl", "cbz", "cbnz", "tbz", "tbnz", "adr", "adrp", "ldr", "ldrsw", "prfm")
)
# Arm ARM, C6.2 "HINT": CRm:op2 and the instruction that has this number.
HINTS = {
    0: "nop", 1: "yield", 2: "wfe", 3: "wfi", 4: "sev", 5: "sevl", 24: "paciaz", 25: "paciasp",
    26: "pacibz", 27: "pacibsp", 28: "autiaz", 29: "autiasp", 30: "autibz", 31: "autibsp",
    6: "dgh", 7: "xpaclri", 8: "pacia1716", 10: "pacib1716", 12: "autia1716", 14: "autib1716",
    16: "esb", 17: "psb csync", 18: "tsb csync", 20: "csdb", 32: "bti", 34: "bti c", 36: "bti j",
    38: "bti jc",
}  # fmt: skip


def names_a_place(mnemonic: str) -> bool:
    """True if the last operand is a label."""
    return mnemonic in _WITH_LABEL or mnemonic.startswith("b.")
