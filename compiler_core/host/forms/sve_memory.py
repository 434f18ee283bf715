"""SVE loads and stores: contiguous, gathered, broadcast, structured, spilled."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_SIZES = (("b", 1), ("h", 2), ("w", 4), ("d", 8))
_ZEROED = "only for the lanes active in {b.plain}; the other lanes become 0"
_NAMES = {1: "byte", 2: "16-bit number", 4: "32-bit number", 8: "64-bit number"}


_LOADS = (
    ("ld1", "", ("m.", "mz", "zm")),
    ("ldnt1", "; the data are not kept in the cache", ("m.", "zm")),
    (
        "ldff1",
        "; if a lane after the first would fault, stop quietly before it",
        ("m.", "mz", "zm"),
    ),
    ("ldnf1", "; a lane that would fault stops it quietly", ("m.",)),
)


def _loads() -> list[Form]:
    forms: list[Form] = []
    rows = [(letter, size, "") for letter, size in _SIZES]
    rows += [(f"s{letter}", size, f"int{8 * size}") for letter, size in _SIZES[:3]]
    for suffix, size, cast in rows:
        bits = 8 * size
        widened = "{widened_signed}" if cast else "{widened}"
        value = f"{cast}(mem{bits}[{{c.each}}])" if cast else f"mem{bits}[{{c.each}}]"
        formula = f"{{a.lane}} = {value}{{b.where}}"
        for stem, extra, places in _LOADS:
            if "m." in places and not (stem == "ldnt1" and cast):
                forms.append(
                    form(stem + suffix, "zl, pz, m.",
                         f"Load {{amount}} from {{c}} into {{a}}{widened}, {_ZEROED}{extra}.",
                         formula, memory="load", unit=size)
                )  # fmt: skip
            forms += (
                form(stem + suffix, f"zl, pz, {where}",
                     f"Gather a {_NAMES[size]} per lane from the addresses {{c.each}} into "
                     f"{{a}}{widened}, {_ZEROED}{extra}.",
                     formula, memory="load", unit=size)
                for where in places if where != "m."
            )  # fmt: skip
        broadcast = value.replace("{c.each}", "{c.address}")
        forms.append(
            form(f"ld1r{suffix}", "zl, pz, m.",
                 f"Load one {_NAMES[size]} ({size} byte{'s' if size > 1 else ''}) from {{c}} and "
                 f"broadcast it to the lanes of {{a}}{widened}, {_ZEROED}.",
                 f"{{a.lane}} = {broadcast}{{b.where}}", memory="load", total=size)
        )  # fmt: skip
    return forms


def _stores() -> list[Form]:
    forms: list[Form] = []
    for letter, size in _SIZES:
        formula = f"mem{8 * size}[{{c.each}}] = {{a.lane}}{{b.where}}"
        for stem, words in (("st1", "Store"), ("stnt1", "Store, without keeping it in the cache,")):
            forms.append(
                form(stem + letter, "zl, pg, m.",
                     f"{words} {{amount}}, the lanes of {{a}}{{narrowed}}, to {{c}}, only those "
                     "active in {b}.",
                     formula, writes="", memory="store", unit=size)
            )  # fmt: skip
            forms += (
                form(stem + letter, f"zl, pg, {where}",
                     f"{words.replace('Store', 'Scatter')} the lanes of {{a}}{{narrowed}} to the "
                     "addresses {c.each}, only those active in {b}.",
                     formula, writes="", memory="store", unit=size)
                for where in (("mz", "zm") if stem == "st1" else ("zm",))
            )  # fmt: skip
    return forms


def _structures() -> list[Form]:
    forms: list[Form] = []
    for letter, size in _SIZES:
        for count in (2, 3, 4):
            forms += (
                form(f"ld{count}{letter}", "{z}, pz, m.",
                     f"Load groups of {count} {_NAMES[size]}s from {{c}} and deal them out to "
                     f"{{a}} in turn, {_ZEROED}.",
                     "{sve_structure_load}{b.where}", memory="load", unit=size),
                form(f"st{count}{letter}", "{z}, pg, m.",
                     f"Store groups of {count} {_NAMES[size]}s to {{c}}, taken from {{a}} in turn, "
                     "only the lanes active in {b}.",
                     "{sve_structure_store}{b.where}", writes="", memory="store", unit=size),
            )  # fmt: skip
        forms.append(
            form(f"ld1rq{letter}", "zl, pz, m.",
                 "Load 16 bytes from {c} and repeat them through the whole of {a}, "
                 f"{_ZEROED}.",
                 "{a.lane} = {quad_lane} ? "
                 f"mem{8 * size}[{{c.address}} + (i % {16 // size})*{size}] : 0 for each lane i",
                 memory="load", total=16)
        )  # fmt: skip
    return forms


_SPILLS = (
    form("ldr", "zz, m.", "Load a whole vector register {a} from {b}.",
         "{a.plain}.b[i] = mem8[{b.address} + i] for each lane i", memory="load", unit=1),
    form("str", "zz, m.", "Store the whole vector register {a} to {b}.",
         "mem8[{b.address} + i] = {a.plain}.b[i] for each lane i", writes="", memory="store",
         unit=1),
    form("ldr", "p, m.", "Load the predicate register {a} from {b}.",
         "{a.plain}.b[i] = mem8[{predicate_address} + i/8] >> i%8 & 1 for each lane i",
         memory="load", unit=1),
    form("str", "p, m.", "Store the predicate register {a} to {b}.",
         "mem8[{predicate_address} + i] = sum({a.plain}.b[8*i + k] << k over k = 0…7) "
         "for i = 0…lanes/8 - 1", writes="", memory="store", unit=1),
)  # fmt: skip
_PREFETCHES = tuple(
    form(f"prf{letter}", f"key, pg, {where}",
         "Ask the cache to fetch early what lies at {c}, {prefetch}, for the lanes active in {b}.",
         "", writes="", memory="prefetch", unit=size)
    for letter, size in _SIZES
    for where in ("m.", "mz", "zm")
)  # fmt: skip

FORMS = (*_loads(), *_stores(), *_structures(), *_SPILLS, *_PREFETCHES)
