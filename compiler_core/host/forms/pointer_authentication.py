"""Pointer authentication: addresses signed in their upper bits, checked, and cleaned.

What a signature is depends on secret keys: formulas tell which bits it takes, and what stays. They
tell of a check that it succeeds. Arm Architecture Reference Manual, D8.10 "Pointer authentication".
"""

from __future__ import annotations

from compiler_core.host.forms.form import form

_BY = "({name}: pointer authentication)."
_KEYS = tuple(f"{kind}{key}" for kind in "id" for key in "ab")

_SIGN = "Sign the return address in x30, so that a changed one is noticed"
_CHECK = "Check the signature of the return address in x30"

FORMS = (
    form("paciasp pacibsp", "", f"{_SIGN} {_BY}", "x30 = signed(x30, sp)", writes="",
         implied=("x30", "sp"), implied_writes=("x30",)),
    form("paciaz pacibz", "", f"{_SIGN} {_BY}", "x30 = signed(x30, 0)", writes="",
         implied=("x30",), implied_writes=("x30",)),
    form("autiasp autibsp", "", f"{_CHECK} and take it off {_BY}", "x30 = checked(x30, sp)",
         writes="", implied=("x30", "sp"), implied_writes=("x30",)),
    form("autiaz autibz", "", f"{_CHECK} and take it off {_BY}", "x30 = checked(x30, 0)",
         writes="", implied=("x30",), implied_writes=("x30",)),
    form("retaa retab", "", f"{_CHECK} and return to it {_BY}", "goto *checked(x30, sp)",
         writes="", implied=("x30", "sp"), branch="return"),
    form("eretaa eretab", "",
         "Check the signature of the return address and leave this level of the system for a lower "
         f"one {_BY}", "", writes="", branch="return"),
    form("ldraa ldrab", "x, m",
         "Check the signature of the address in {b.base}, and load {a.bytes} bytes from {b} into "
         f"{{a}}{{b.then}} {_BY}", "{a.value} = mem64[{b.checked}]{b.checked_update}",
         memory="load"),
    form("xpaclri", "", f"Take the signature off the return address in x30, unchecked {_BY}",
         "x30 = stripped(x30)", writes="", implied=("x30",), implied_writes=("x30",)),
    form("pacia1716 pacib1716", "",
         f"Sign the address in x17, bound to x16, so that a changed one is noticed {_BY}",
         "x17 = signed(x17, x16)", writes="", implied=("x16", "x17"), implied_writes=("x17",)),
    form("autia1716 autib1716", "",
         f"Check the signature of the address in x17, bound to x16, and take it off {_BY}",
         "x17 = checked(x17, x16)", writes="", implied=("x16", "x17"), implied_writes=("x17",)),
    form("xpaci xpacd", "x", f"Take the signature off the address in {{a}}, unchecked {_BY}",
         "{a.value} = stripped({a.value})", keeps=True),
    form(" ".join(f"pac{key}" for key in _KEYS), "x, X",
         f"Sign the address in {{a}}, bound to {{b}}, so that a changed one is noticed {_BY}",
         "{a.value} = signed({a.value}, {b.value})", keeps=True),
    form(" ".join(f"pac{key[0]}z{key[1]}" for key in _KEYS), "x",
         f"Sign the address in {{a}}, so that a changed one is noticed {_BY}",
         "{a.value} = signed({a.value}, 0)", keeps=True),
    form(" ".join(f"aut{key}" for key in _KEYS), "x, X",
         f"Check the signature of the address in {{a}}, bound to {{b}}, and take it off {_BY}",
         "{a.value} = checked({a.value}, {b.value})", keeps=True),
    form(" ".join(f"aut{key[0]}z{key[1]}" for key in _KEYS), "x",
         f"Check the signature of the address in {{a}} and take it off {_BY}",
         "{a.value} = checked({a.value}, 0)", keeps=True),
    form("pacga", "x, x, X",
         f"Put a signature of {{b}}, bound to {{c}}, into the upper half of {{a}} {_BY}",
         "{a.value} = signature({b.value}, {c.value})"),
    form("braa brab", "x, X",
         f"Check the signature of the address in {{a}}, bound to {{b}}, and go there {_BY}",
         "goto *checked({a.value}, {b.value})", writes="", branch="indirect"),
    form("braaz brabz", "x", f"Check the signature of the address in {{a}} and go there {_BY}",
         "goto *checked({a.value}, 0)", writes="", branch="indirect"),
    form("blraa blrab", "x, X",
         "Check the signature of the address in {a}, bound to {b}, and call the function there: "
         f"the address of the next line goes to x30 {_BY}",
         "x30 = next_line; goto *checked({a.value}, {b.value})", writes="", branch="call"),
    form("blraaz blrabz", "x",
         "Check the signature of the address in {a} and call the function there: the address of "
         f"the next line goes to x30 {_BY}",
         "x30 = next_line; goto *checked({a.value}, 0)", writes="", branch="call"),
)  # fmt: skip
