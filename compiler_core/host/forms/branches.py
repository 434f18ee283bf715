"""Branches, calls and returns."""

from __future__ import annotations

from compiler_core.host.forms.form import form
from compiler_core.host.instruction import CONDITIONS

_GONE = "and not come back: it returns to this function's caller (a tail call)"
_ELSE = "otherwise go on with the next line."
_REGISTER_GONE = (
    "Go to the function whose address is in {a}, and not come back: it returns to this function's "
    "caller (a tail call)."
)
_TABLE = "Go to the address in {a}: one of the places in this function that a jump table lists."

FORMS = (
    form(
        "b", "label", "Go to {a}.", "goto {a.value}", writes="", branch="unconditional",
        outside=f"Go to {{a}}, {_GONE}.",
    ),
    form(
        " ".join(f"b.{name}" for name in CONDITIONS), "label",
        "Go to {a} if {when}; otherwise go on with the next line.",
        "if ({test}) goto {a.value}", writes="", reads_flags=True, branch="conditional",
        outside=f"Go to {{a}} if {{when}}, {_GONE}; {_ELSE}",
    ),
    form(
        "cbz", "r, label", "Go to {b} if {a} is 0; otherwise go on with the next line.",
        "if ({a.value} == 0) goto {b.value}", writes="", branch="conditional",
        outside=f"Go to {{b}} if {{a}} is 0, {_GONE}; {_ELSE}",
    ),
    form(
        "cbnz", "r, label", "Go to {b} if {a} is not 0; otherwise go on with the next line.",
        "if ({a.value} != 0) goto {b.value}", writes="", branch="conditional",
        outside=f"Go to {{b}} if {{a}} is not 0, {_GONE}; {_ELSE}",
    ),
    form(
        "tbz", "r, i, label",
        "Go to {c} if bit {b} of {a}{sign_bit} is 0; otherwise go on with the next line.",
        "if ((({a.value} >> {b}) & 1) == 0) goto {c.value}", writes="", branch="conditional",
        outside=f"Go to {{c}} if bit {{b}} of {{a}}{{sign_bit}} is 0, {_GONE}; {_ELSE}",
    ),
    form(
        "tbnz", "r, i, label",
        "Go to {c} if bit {b} of {a}{sign_bit} is 1; otherwise go on with the next line.",
        "if ((({a.value} >> {b}) & 1) == 1) goto {c.value}", writes="", branch="conditional",
        outside=f"Go to {{c}} if bit {{b}} of {{a}}{{sign_bit}} is 1, {_GONE}; {_ELSE}",
    ),
    form(
        "bl", "label", "Call {a}: the address of the next line goes to x30, for its return.",
        "x30 = next_line; goto {a.value}", writes="", branch="call",
    ),
    form(
        "blr", "x",
        "Call the function whose address is in {a}: the address of the next line goes to x30, "
        "for its return.",
        "x30 = next_line; goto *{a.value}", writes="", branch="call",
    ),
    form(
        "br", "x", "Go to the address in {a} (a jump table, or a call that ends this function).",
        "goto *{a.value}", writes="", branch="indirect", outside=_REGISTER_GONE, inside=_TABLE,
    ),
    form(
        "ret", "", "Return to the caller: go to the address in x30.", "goto *x30",
        writes="", branch="return",
    ),
    form(
        "ret", "x", "Return to the address in {a}.", "goto *{a.value}",
        writes="", branch="return",
    ),
)  # fmt: skip
