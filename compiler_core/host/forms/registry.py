"""All instruction forms in order: for one mnemonic the first form that fits is taken."""

from __future__ import annotations

from functools import lru_cache

from compiler_core.host.forms import (
    block_memory,
    branches,
    ciphers,
    compare_and_select,
    floats,
    integer_arithmetic,
    loads_and_stores,
    logic_and_shifts,
    moves,
    narrow_floats,
    neon_arithmetic,
    neon_permutes,
    neon_widths,
    pointer_authentication,
    sve2,
    sve_arithmetic,
    sve_memory,
    sve_permutes,
    sve_predicates,
    system,
)
from compiler_core.host.forms.form import Form
from compiler_core.host.forms.shapes import CLASSES, FoldedOperand, code_of

FORMS: tuple[Form, ...] = (
    *moves.FORMS,
    *integer_arithmetic.FORMS,
    *logic_and_shifts.FORMS,
    *compare_and_select.FORMS,
    *branches.FORMS,
    *loads_and_stores.FORMS,
    *neon_arithmetic.FORMS,
    *neon_widths.FORMS,
    *neon_permutes.FORMS,
    *floats.FORMS,
    *narrow_floats.FORMS,
    *sve_arithmetic.FORMS,
    *sve_predicates.FORMS,
    *sve_permutes.FORMS,
    *sve_memory.FORMS,
    *sve2.FORMS,
    *ciphers.FORMS,
    *block_memory.FORMS,
    *pointer_authentication.FORMS,
    *system.FORMS,
)


def _by_mnemonic() -> dict[str, tuple[Form, ...]]:
    table: dict[str, list[Form]] = {}
    for entry in FORMS:
        for mnemonic in entry.mnemonics:
            table.setdefault(mnemonic, []).append(entry)
    return {mnemonic: tuple(forms) for mnemonic, forms in table.items()}


_FORMS_BY_MNEMONIC = _by_mnemonic()


def is_known(mnemonic: str) -> bool:
    """True if any form has this mnemonic."""
    return mnemonic in _FORMS_BY_MNEMONIC


def forms_of(mnemonic: str) -> tuple[Form, ...]:
    """All forms of one mnemonic in order."""
    return _FORMS_BY_MNEMONIC.get(mnemonic, ())


def candidates(mnemonic: str, folded: list[FoldedOperand]) -> tuple[Form, ...]:
    """The forms whose operand classes fit, in order; their `when` is still to be asked."""
    return _candidates(mnemonic, *map(code_of, folded)) if is_known(mnemonic) else ()


@lru_cache(maxsize=20_000)
def _candidates(mnemonic: str, *codes: str) -> tuple[Form, ...]:
    return tuple(entry for entry in forms_of(mnemonic) if _fits(entry, codes))


def _fits(entry: Form, codes: tuple[str, ...]) -> bool:
    if len(entry.operands) != len(codes):
        return False
    return all(code in CLASSES[name] for name, code in zip(entry.operands, codes, strict=True))
