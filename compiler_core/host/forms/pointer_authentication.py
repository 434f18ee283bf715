"""Pointer authentication: addresses signed in their upper bits, checked, and cleaned.

What a signature is depends on secret keys, so these forms say what happens and have no formula.
Arm Architecture Reference Manual, D8.10 "Pointer authentication".
"""

from __future__ import annotations

from compiler_core.host.forms.form import form

_BY = "({name}: pointer authentication)."
_KEYS = tuple(f"{kind}{key}" for kind in "id" for key in "ab")

FORMS = (
    form("retaa retab", "",
         f"Check the signature of the return address in x30 and return to it {_BY}",
         "goto *x30", writes="", branch="return"),
    form("eretaa eretab", "",
         "Check the signature of the return address and leave this level of the system for a lower "
         f"one {_BY}", "", writes="", branch="return"),
    form("ldraa ldrab", "x, m",
         "Check the signature of the address in {b.base}, and load {a.bytes} bytes from {b} into "
         f"{{a}}{{b.then}} {_BY}", "", memory="load"),
    form("xpaclri", "", f"Take the signature off the return address in x30, unchecked {_BY}", "",
         writes="", implied=("x30",), implied_writes=("x30",)),
    form("pacia1716 pacib1716", "",
         f"Sign the address in x17, bound to x16, so that a changed one is noticed {_BY}", "",
         writes="", implied=("x16", "x17"), implied_writes=("x17",)),
    form("autia1716 autib1716", "",
         f"Check the signature of the address in x17, bound to x16, and take it off {_BY}", "",
         writes="", implied=("x16", "x17"), implied_writes=("x17",)),
    form("xpaci xpacd", "x", f"Take the signature off the address in {{a}}, unchecked {_BY}", "",
         keeps=True),
    form(" ".join(f"pac{key}" for key in _KEYS), "x, X",
         f"Sign the address in {{a}}, bound to {{b}}, so that a changed one is noticed {_BY}", "",
         keeps=True),
    form(" ".join(f"pac{key[0]}z{key[1]}" for key in _KEYS), "x",
         f"Sign the address in {{a}}, so that a changed one is noticed {_BY}", "", keeps=True),
    form(" ".join(f"aut{key}" for key in _KEYS), "x, X",
         f"Check the signature of the address in {{a}}, bound to {{b}}, and take it off {_BY}", "",
         keeps=True),
    form(" ".join(f"aut{key[0]}z{key[1]}" for key in _KEYS), "x",
         f"Check the signature of the address in {{a}} and take it off {_BY}", "", keeps=True),
    form("pacga", "x, x, X",
         f"Put a signature of {{b}}, bound to {{c}}, into the upper half of {{a}} {_BY}", ""),
    form("braa brab", "x, X",
         f"Check the signature of the address in {{a}}, bound to {{b}}, and go there {_BY}",
         "goto *{a.value}", writes="", branch="indirect"),
    form("braaz brabz", "x", f"Check the signature of the address in {{a}} and go there {_BY}",
         "goto *{a.value}", writes="", branch="indirect"),
    form("blraa blrab", "x, X",
         "Check the signature of the address in {a}, bound to {b}, and call the function there: "
         f"the address of the next line goes to x30 {_BY}",
         "x30 = next_line; goto *{a.value}", writes="", branch="call"),
    form("blraaz blrabz", "x",
         "Check the signature of the address in {a} and call the function there: the address of "
         f"the next line goes to x30 {_BY}",
         "x30 = next_line; goto *{a.value}", writes="", branch="call"),
)  # fmt: skip
