"""Memory copied and set by instructions of their own (FEAT_MOPS), and memory tags (FEAT_MTE).

How much each of the three parts of a copy moves is the processor's choice, so these forms say what
happens and have no formula. The tags of memory are no byte of it: a formula tells registers and
bytes only. Arm Architecture Reference Manual, C6.2 "CPYFP, CPYFM, CPYFE", "SETP, SETM, SETE" and
D9 "Memory Tagging Extension".
"""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_COPIES = ("", "n", "rn", "wn", "t", "tn", "trn", "twn", "rt", "rtn", "rtrn", "rtwn", "wt", "wtn",
           "wtrn", "wtwn")  # fmt: skip
_FILLS = ("", "n", "t", "tn")
_PARTS = (("p", "first"), ("m", "second"), ("e", "last"))


def _copies() -> list[Form]:
    forms = []
    for stem, words in (
        ("cpyf", "forwards; the two must not overlap so that it matters"),
        ("cpy", "right also where the two overlap"),
    ):
        for part, number in _PARTS:
            names = " ".join(f"{stem}{part}{option}" for option in _COPIES)
            forms.append(
                form(names, "m, m, x",
                     f"Copy bytes from address {{b.base}} to address {{a.base}}, {words}: the "
                     f"{number} of three instructions that together copy {{c}} bytes, as memcpy "
                     "does; all three registers go on ({name}: memory copy).",
                     "", writes="c", keeps=True, memory="store", total=-1)
            )  # fmt: skip
    return forms


def _fills() -> list[Form]:
    forms = []
    for stem, words in (("set", ""), ("setg", ", and tag the memory")):
        for part, number in _PARTS:
            names = " ".join(f"{stem}{part}{option}" for option in _FILLS)
            forms.append(
                form(names, "m, x, x",
                     f"Set bytes at address {{a.base}} to the low byte of {{c}}{words}: the "
                     f"{number} of three instructions that together set {{b}} bytes, as memset "
                     "does; {a.base} and {b} go on ({name}: memory set).",
                     "", writes="b", keeps=True, memory="store", total=-1)
            )  # fmt: skip
    return forms


_TAGGED = "({name}: memory tagging)."
_TAGS = (
    form("irg", "X, X", f"Put the address {{b}} with a random tag in its upper bits into {{a}} "
         f"{_TAGGED}", ""),
    form("irg", "X, X, x", "Put the address {b} with a random tag in its upper bits, none of those "
         f"that {{c}} excludes, into {{a}} {_TAGGED}", ""),
    form("addg", "X, X, i, i", "Add {c} to the address {b} and move the tag in its upper bits on "
         f"by {{d}}, past those that the program excludes, into {{a}} {_TAGGED}",
         "{a.value} = with_tag({b.value} + {c}, ({b.value} >> 56) + {d})"),
    form("subg", "X, X, i, i", "Subtract {c} from the address {b} and move the tag in its upper "
         f"bits on by {{d}}, past those that the program excludes, into {{a}} {_TAGGED}",
         "{a.value} = with_tag({b.value} - {c}, ({b.value} >> 56) + {d})"),
    form("gmi", "x, X, x", "Put the tags that {c} excludes, and that of the address {b}, as a "
         f"mask into {{a}} {_TAGGED}", "{a.value} = {c.value} | 1 << ({b.value} >> 56 & 15)"),
    form("subp", "x, X, X", f"Subtract {{c}} from {{b}} as addresses, without their tags, into "
         f"{{a}} {_TAGGED}", "{a.value} = int56({b.value}) - int56({c.value})"),
    form("subps", "x, X, X", "Subtract {c} from {b} as addresses, without their tags, into {a} and "
         f"set the flags {_TAGGED}",
         "{a.value} = int56({b.value}) - int56({c.value}); "
         "nzcv = flags(int56({b.value}) - int56({c.value}))", writes_flags=True),
    form("stg", "X, m", "Set the tag of the 16 bytes at {b} to that in the upper bits of {a}"
         f"{{b.then}} {_TAGGED}", "{b.moved}", writes="", beyond=True),
    form("st2g", "X, m", "Set the tags of the 32 bytes at {b} to that in the upper bits of {a}"
         f"{{b.then}} {_TAGGED}", "{b.moved}", writes="", beyond=True),
    form("stzg", "X, m", "Store 16 bytes of zeros to {b} and set their tag to that in the upper "
         f"bits of {{a}}{{b.then}} {_TAGGED}", "{zeros}{b.update}", writes="", memory="store",
         total=16),
    form("stz2g", "X, m", "Store 32 bytes of zeros to {b} and set their tags to that in the upper "
         f"bits of {{a}}{{b.then}} {_TAGGED}", "{zeros}{b.update}", writes="", memory="store",
         total=32),
    form("stgp", "x, x, m", "Store {a} and then {b} (16 bytes together) to {c} and set the tag of "
         f"these bytes to that in the address{{c.then}} {_TAGGED}",
         "mem64[{c.address}] = {a.value}; mem64[{c.second}] = {b.value}{c.update}", writes="",
         memory="store"),
    form("ldg", "x, m", "Put the tag of the 16 bytes at {b} into the upper bits of {a} "
         f"{_TAGGED}", "", keeps=True),
    form("ldgm", "x, m", f"Read the tags of a block of memory at {{b}} into {{a}} {_TAGGED}", ""),
    form("stgm stzgm", "x, m", f"Set the tags of a block of memory at {{b}} from {{a}} {_TAGGED}",
         "", writes="", beyond=True),
)  # fmt: skip

FORMS = (*_copies(), *_fills(), *_TAGS)
