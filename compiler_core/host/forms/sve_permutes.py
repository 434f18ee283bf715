"""SVE lanes moved, widened, reduced to one value, or numbered."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_WEAVES_ROWS = (
    ("zip1", "Interleave the lower halves of {b} and {c} lane by lane into {a}.",
     "{a.even} = {b.lane}; {a.odd} = {c.lane}"),
    ("zip2", "Interleave the upper halves of {b} and {c} lane by lane into {a}.",
     "{a.even} = {b.plain}.{b.letter}[i + lanes/2]; "
     "{a.odd} = {c.plain}.{c.letter}[i + lanes/2]"),
    ("uzp1", "Take the even-numbered lanes of {b}, then those of {c}, into {a}.",
     "{a.lane} = {b.even}; {a.plain}.{a.letter}[i + lanes/2] = {c.even}"),
    ("uzp2", "Take the odd-numbered lanes of {b}, then those of {c}, into {a}.",
     "{a.lane} = {b.odd}; {a.plain}.{a.letter}[i + lanes/2] = {c.odd}"),
    ("trn1", "Pair up the even-numbered lanes of {b} and {c} in {a}.",
     "{a.even} = {b.even}; {a.odd} = {c.even}"),
    ("trn2", "Pair up the odd-numbered lanes of {b} and {c} in {a}.",
     "{a.even} = {b.odd}; {a.odd} = {c.odd}"),
)  # fmt: skip


def _weaves() -> list[Form]:
    return [
        form(name, f"{kind}, {kind}, {kind}", sentence, formula + "{a.halves}")
        for name, sentence, formula in _WEAVES_ROWS
        for kind in ("z", "p")
    ]


_OTHERS = (
    form("rev", "z, z", "Reverse the order of {a.lanes} of {b}, into {a}.",
         "{a.lane} = {b.plain}.{b.letter}[lanes - 1 - i]{a.loop}"),
    form("rev", "p, p", "Reverse the order of the lanes of the mask {b}, into {a}.",
         "{a.lane} = {b.plain}.{b.letter}[lanes - 1 - i]{a.loop}"),
    form("sel", "z, pg, z, z", "Take {c}'s lane where {b} is active, else {d}'s, into {a} "
         "({a.lanes}).",
         "{a.lane} = {b.lane} ? {c.lane} : {d.lane}{a.loop}"),
    form("splice", "z, pg, z, z",
         "Put the lanes of {c} from the first to the last active in {b} at the start of {a}, fill "
         "up with the first lanes of {d}.",
         "{a.lane} = splice({b.plain}, {c.plain}.{c.letter}, {d.plain}.{d.letter})[i]{a.loop}"),
    form("compact", "z, pg, z",
         "Move the lanes of {c} active in {b} together at the start of {a}, zeros after them.",
         "{a.lane} = compact({b.plain}, {c.plain}.{c.letter})[i]{a.loop}"),
    form("ext", "z, z, z, i",
         "Put {b} and {c} side by side and take a vector from byte {d} on into {a}.",
         "{a.lane} = i + {d} < lanes ? {b.plain}.b[i + {d}] : {c.plain}.b[i + {d} - lanes]"
         "{a.loop}"),
    form("tbl", "z, {z}, z",
         "For each lane of {c} look up the lane of that number in {b}; a number that is too large "
         "gives 0. The result goes to {a}.",
         "{a.lane} = {c.lane} < {table_lanes} ? join({table_vectors})[{c.lane}] : 0{a.loop}"),
    form("tbl", "z, z, z",
         "For each lane of {c} look up the lane of that number in {b}; a number that is too large "
         "gives 0. The result goes to {a}.",
         "{a.lane} = {c.lane} < lanes ? {b.plain}.{a.letter}[{c.lane}] : 0{a.loop}"),
    form("insr", "z, r", "Move the lanes of {a} one place up and put {b} into lane 0.",
         "{a.lane} = i == 0 ? {b.value} : {a.plain}.{a.letter}[i - 1]{a.loop}", keeps=True),
    form("insr", "z, F", "Move the lanes of {a} one place up and put {b} into lane 0.",
         "{a.lane} = i == 0 ? {b.value} : {a.plain}.{a.letter}[i - 1]{a.loop}", keeps=True),
    form("index", "z, i, i", "Number the lanes of {a} from {b} in steps of {c} ({a.integers}).",
         "{a.lane} = {b.value} + i * {c.value}{a.loop}"),
    form("index", "z, i, r", "Number the lanes of {a} from {b} in steps of {c} ({a.integers}).",
         "{a.lane} = {b.value} + i * {c.value}{a.loop}"),
    form("index", "z, r, i", "Number the lanes of {a} from {b} in steps of {c} ({a.integers}).",
         "{a.lane} = {b.value} + i * {c.value}{a.loop}"),
    form("index", "z, r, r", "Number the lanes of {a} from {b} in steps of {c} ({a.integers}).",
         "{a.lane} = {b.value} + i * {c.value}{a.loop}"),
    form("adr", "z, zm", "Compute {a.lanes} of addresses {b.each}, into {a}.",
         "{a.lane} = {b.each}{a.loop}"),
)  # fmt: skip


def _unpacks() -> list[Form]:
    return [
        form(f"{sign}unpk{half}", "z, z",
             f"Widen the {words} half of {{b}}, {kind}, to {{a.integers}} in {{a}}.",
             f"{{a.lane}} = {{b.plain}}.{{b.letter}}[{index}]{{a.loop}}{note}")
        for sign, kind, note in (("s", "signed", " (signed)"), ("u", "unsigned", ""))
        for half, words, index in (("lo", "lower", "i"), ("hi", "upper", "i + lanes"))
    ]  # fmt: skip


_REDUCTIONS_EVERY = "{c.plain}.{c.letter} where {b.plain}"
_REDUCTIONS_ROWS = (
    ("saddv", "Add up, signed, {c}'s {c.bits}-bit lanes", "sum({every})", " (signed)"),
    ("uaddv", "Add up, unsigned, {c}'s {c.bits}-bit lanes", "sum({every})", ""),
    ("smaxv", "Find the largest, signed, of {c}'s {c.bits}-bit lanes", "max({every})",
     " (signed)"),
    ("sminv", "Find the smallest, signed, of {c}'s {c.bits}-bit lanes", "min({every})",
     " (signed)"),
    ("umaxv", "Find the largest, unsigned, of {c}'s {c.bits}-bit lanes", "max({every})", ""),
    ("uminv", "Find the smallest, unsigned, of {c}'s {c.bits}-bit lanes", "min({every})", ""),
    ("andv", "AND together {c}'s {c.bits}-bit lanes", "and({every})", ""),
    ("orv", "OR together {c}'s {c.bits}-bit lanes", "or({every})", ""),
    ("eorv", "Exclusive-OR together {c}'s {c.bits}-bit lanes", "xor({every})", ""),
    ("faddv", "Add up the {a.float_names} of {c}, in pairs (a tree),", "sum({every})",
     " ({a.float_name})"),
    ("fmaxv", "Find the largest {a.float_name} of {c}", "max({every})", " ({a.float_name})"),
    ("fminv", "Find the smallest {a.float_name} of {c}", "min({every})", " ({a.float_name})"),
    ("fmaxnmv", "Find the largest {a.float_name} of {c}, skipping NaN,", "fmax({every})",
     " ({a.float_name})"),
    ("fminnmv", "Find the smallest {a.float_name} of {c}, skipping NaN,", "fmin({every})",
     " ({a.float_name})"),
)  # fmt: skip
_REDUCTIONS_LASTS = (
    (
        "lastb",
        "the last lane of {c} that is active in {b}",
        "last({b.plain}, {c.plain}.{c.letter})",
    ),
    (
        "lasta",
        "the lane of {c} after the last one active in {b}",
        "after_last({b.plain}, {c.plain}.{c.letter})",
    ),
)


def _reductions() -> list[Form]:
    return [
        *(form(name, "F, pg, z", f"{verb} that are active in {{b}}, into {{a}}.",
               "{a.value} = " + right.replace("{every}", _REDUCTIONS_EVERY) + note)
          for name, verb, right, note in _REDUCTIONS_ROWS),
        *(form(name, f"{kind}, pg, z", f"Copy {words} into {{a}}.",
               "{a.value} = " + right)
          for name, words, right in _REDUCTIONS_LASTS for kind in ("r", "F")),
        *(form(f"c{name}", f"{kind}, pg, {kind}, z",
               f"Copy {words.replace('{c}', '{d}')} into {{a}}, or keep {{a}} if none is active.",
               "{a.value} = any({b.plain}.{d.letter}) ? "
               + right.replace("{c.", "{d.") + " : {c.value}")
          for name, words, right in _REDUCTIONS_LASTS for kind in ("r", "F")),
        form("fadda", "F, pg, F, z",
             "Add the {a.float_names} of {d} that are active in {b} to {a}, one after another in "
             "order, rounding each time.",
             "{a.value} = ordered_sum({c.value}, {d.plain}.{d.letter} where {b.plain}) "
             "({a.float_name})"),
    ]  # fmt: skip


FORMS = (*_weaves(), *_OTHERS, *_unpacks(), *_reductions())
