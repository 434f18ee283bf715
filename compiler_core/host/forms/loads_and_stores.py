"""Loads and stores of general, scalar and NEON registers; pairs; atomics; prefetch."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, Operands, form


def _is_frame(views: Operands) -> bool:
    pair = str(views["a"]), str(views["b"])
    return pair == ("x29", "x30") and str(views["c"].base) in ("sp", "x29")


def _is_return_address(views: Operands) -> bool:
    return str(views["a"]) == "x30" and str(views["b"].base) == "sp"


_FRAME = (
    form("stp", "x, x, m",
         "Make a stack frame of {frame_bytes} bytes and save there the frame pointer and the "
         "return address (x29 and x30, 16 bytes).",
         "mem64[{c.address}] = x29; mem64[{c.second}] = x30{c.update}",
         writes="", memory="store",
         when=lambda views: _is_frame(views) and views["c"].memory.mode == "pre"),
    form("stp", "x, x, m",
         "Save the frame pointer and the return address (x29 and x30, 16 bytes) to {c}.",
         "mem64[{c.address}] = x29; mem64[{c.second}] = x30{c.update}",
         writes="", memory="store", when=_is_frame),
    form("ldp", "x, x, m",
         "Restore the frame pointer and the return address (x29 and x30, 16 bytes) from "
         "{c}{c.then}.",
         "x29 = mem64[{c.address}]; x30 = mem64[{c.second}]{c.update}",
         writes="ab", memory="load", when=_is_frame),
)  # fmt: skip


_UNPRIVILEGED = ", with the rights of a user's program"
_FIRST = "; what follows happens after it (acquire)"


def _general() -> tuple[Form, ...]:
    """ldr and its narrow, signed and unscaled kin into general registers."""
    forms: list[Form] = []
    for names, bits, cast, note in (
        ("ldrb ldurb", 8, "", ", zeros above"),
        ("ldrh ldurh", 16, "", ", zeros above"),
        ("ldrsb ldursb", 8, "int8", ", extended as a signed number"),
        ("ldrsh ldursh", 16, "int16", ", extended as a signed number"),
        ("ldrsw ldursw", 32, "int32", ", extended as a signed number"),
        ("ldtrb", 8, "", f", zeros above{_UNPRIVILEGED}"),
        ("ldtrh", 16, "", f", zeros above{_UNPRIVILEGED}"),
        ("ldtrsb", 8, "int8", f", extended as a signed number{_UNPRIVILEGED}"),
        ("ldtrsh", 16, "int16", f", extended as a signed number{_UNPRIVILEGED}"),
        ("ldtrsw", 32, "int32", f", extended as a signed number{_UNPRIVILEGED}"),
        ("ldapursb", 8, "int8", f", extended as a signed number{_FIRST}"),
        ("ldapursh", 16, "int16", f", extended as a signed number{_FIRST}"),
        ("ldapursw", 32, "int32", f", extended as a signed number{_FIRST}"),
    ):
        size = bits // 8
        right = f"{cast}(mem{bits}[{{b.address}}])" if cast else f"mem{bits}[{{b.address}}]"
        count = "1 byte" if size == 1 else f"{size} bytes"
        forms.append(
            form(names, "r, m", f"Load {count} from {{b}} into {{a}}{note}{{b.then}}.",
                 f"{{a.value}} = {right}{{b.update}}", memory="load", unit=size)
        )  # fmt: skip
    for names, bits in (("strb sturb sttrb", 8), ("strh sturh sttrh", 16)):
        size = bits // 8
        count = "low byte" if size == 1 else f"low {size} bytes"
        forms += (
            form(names, "zr, m",
                 f"Store {'1 byte' if size == 1 else '2 bytes'} of zeros to {{b}}{{b.then}}.",
                 f"mem{bits}[{{b.address}}] = 0{{b.update}}",
                 writes="", memory="store", unit=size),
            form(names, "r, m", f"Store the {count} of {{a}} to {{b}}{{b.then}}.",
                 f"mem{bits}[{{b.address}}] = {{a.value}}{{b.update}}",
                 writes="", memory="store", unit=size),
        )  # fmt: skip
    return tuple(forms)


_WHOLE = (
    form("str", "x, m", "Save the return address (x30, 8 bytes) to {b}{b.then}.",
         "mem{a.bits}[{b.address}] = {a.value}{b.update}", writes="", memory="store",
         when=_is_return_address),
    form("ldr", "x, m", "Restore the return address (x30, 8 bytes) from {b}{b.then}.",
         "{a.value} = mem{a.bits}[{b.address}]{b.update}", memory="load",
         when=_is_return_address),
    form("stp", "zr, zr, m", "Store {pair_bytes} bytes of zeros to {c}{c.then}.",
         "mem{a.bits}[{c.address}] = 0; mem{a.bits}[{c.second}] = 0{c.update}",
         writes="", memory="store"),
    form("ldr", "r, m",
         "Load {b.table_entry} into {a} ({a.bytes} bytes, from the linker's table of addresses, "
         "whose page is in {b.base}).",
         "{a.value} = mem{a.bits}[{b.address}]", memory="load",
         when=lambda views: bool(views["b"].table_entry)),
    form("ldr ldur", "r, m", "Load {a.bytes} bytes from {b} into {a}{b.then}.",
         "{a.value} = mem{a.bits}[{b.address}]{b.update}", memory="load"),
    form("ldtr", "r, m", f"Load {{a.bytes}} bytes from {{b}} into {{a}}{_UNPRIVILEGED}.",
         "{a.value} = mem{a.bits}[{b.address}]", memory="load"),
    form("sttr", "r, m", f"Store {{a}} ({{a.bytes}} bytes) to {{b}}{_UNPRIVILEGED}.",
         "mem{a.bits}[{b.address}] = {a.value}", writes="", memory="store"),
    form("ldr ldur", "F, m", "Load {transfer} from {b} into {a}{b.then}.",
         "{a.value} = mem{a.bits}[{b.address}]{b.update}", memory="load"),
    form("str stur", "zr, m", "Store {a.bytes} bytes of zeros to {b}{b.then}.",
         "mem{a.bits}[{b.address}] = 0{b.update}", writes="", memory="store"),
    form("str stur", "r, m", "Store {a} ({a.bytes} bytes) to {b}{b.then}.",
         "mem{a.bits}[{b.address}] = {a.value}{b.update}", writes="", memory="store"),
    form("str stur", "F, m", "Store {a} ({stored}) to {b}{b.then}.",
         "mem{a.bits}[{b.address}] = {a.value}{b.update}", writes="", memory="store"),
    *(form("ldr", f"{kind}, i",
           "Put the number {b} into {a}, which the assembler keeps near this code.",
           "{a.value} = {b}",
           when=lambda views: views.instruction.operands[1].text.startswith("="))
      for kind in "rF"),
    form("ldr", "x, reloc",
         "Put the address of {b.symbol.name} into {a}, which the assembler keeps near this code.",
         "{a.value} = address({b.symbol.name})",
         when=lambda views: views["b"].symbol.relocation == "literal"),
    form("ldr", "x, reloc",
         "Load {b_entry} into {a} (8 bytes, from the linker's table of addresses, near this code).",
         "{a.value} = mem{a.bits}[{b_offset}]", memory="load"),
    form("ldr", "r, label", "Load {a.bytes} bytes from {b} into {a}.",
         "{a.value} = mem{a.bits}[address({b.value})]", memory="load"),
    form("ldr", "F, label", "Load {transfer} from {b} into {a}.",
         "{a.value} = mem{a.bits}[address({b.value})]", memory="load"),
)  # fmt: skip

_PAIRS = tuple(
    entry
    for kind in ("r", "F")
    for entry in (
        form("ldp ldnp", f"{kind}, {kind}, m",
             "Load {pair_bytes} bytes from {c}: the first {a.bytes} into {a}, the next into "
             "{b}{c.then}.",
             "{a.value} = mem{a.bits}[{c.address}]; {b.value} = mem{a.bits}[{c.second}]{c.update}",
             writes="ab", memory="load"),
        form("stp stnp", f"{kind}, {kind}, m",
             "Store {a} and then {b} ({pair_bytes} bytes together) to {c}{c.then}.",
             "mem{a.bits}[{c.address}] = {a.value}; mem{a.bits}[{c.second}] = {b.value}{c.update}",
             writes="", memory="store"),
    )
)  # fmt: skip

_SIGNED_PAIR = (
    form("ldpsw", "x, x, m",
         "Load two 4-byte signed numbers (8 bytes) from {c} into {a} and {b}, extended to "
         "64 bits{c.then}.",
         "{a.value} = int32(mem32[{c.address}]); {b.value} = int32(mem32[{c.second}]){c.update}",
         writes="ab", memory="load", unit=4),
)  # fmt: skip

_ORDERED = tuple(
    entry
    for suffix, bits in (("", 0), ("b", 8), ("h", 16))
    for entry in (
        form(f"ldar{suffix} ldapr{suffix} ldaxr{suffix} ldxr{suffix} ldlar{suffix} "
             f"ldapur{suffix}", "r, m",
             "Load {ordered_bytes} from {b} into {a} atomically{ordering}.",
             f"{{a.value}} = mem{bits or '{a.bits}'}[{{b.address}}]",
             memory="load", unit=bits // 8),
        form(f"stlr{suffix} stllr{suffix} stlur{suffix}", "r, m",
             "Store {ordered_bytes} of {a} to {b} atomically; what came before is visible to "
             "other cores first (release).",
             f"mem{bits or '{a.bits}'}[{{b.address}}] = {{a.value}}",
             writes="", memory="store", unit=bits // 8),
        form(f"stxr{suffix} stlxr{suffix}", "w, r, m",
             "Store {b} ({ordered_bytes}) to {c} if no other core wrote there since the "
             "exclusive load; {a} becomes 0 if it was stored, 1 if not.",
             f"mem{bits or '{b.bits}'}[{{c.address}}] = exclusive ? {{b.value}} : "
             f"mem{bits or '{b.bits}'}[{{c.address}}]; {{a.value}} = exclusive ? 0 : 1",
             memory="store", data="b", unit=bits // 8),
    )
)  # fmt: skip

_EXCLUSIVE_PAIRS = (
    form("ldxp ldaxp", "r, r, m",
         "Load {pair_bytes} bytes from {c} atomically, the first half into {a}, the other into "
         "{b}{ordering}.",
         "{a.value} = mem{a.bits}[{c.address}]; {b.value} = mem{a.bits}[{c.second}]",
         writes="ab", memory="load"),
    form("stxp stlxp", "w, r, r, m",
         "Store {b} and then {c} ({pair_bytes} bytes together) to {d} if no other core wrote there "
         "since the exclusive load; {a} becomes 0 if they were stored, 1 if not.",
         "mem{b.bits}[{d.address}] = exclusive ? {b.value} : mem{b.bits}[{d.address}]; "
         "mem{b.bits}[{d.second}] = exclusive ? {c.value} : mem{b.bits}[{d.second}]; "
         "{a.value} = exclusive ? 0 : 1",
         memory="store", data="bc"),
    form("casp caspa caspl caspal", "r, r, r, r, m",
         "In one atomic step: if memory at {e} ({pair_bytes} bytes) equals {a} and {b} side by "
         "side, replace it by {c} and {d}; {a} and {b} receive what was there{ordering}.",
         "{a.value} = mem{a.bits}[{e.address}]; {b.value} = mem{a.bits}[{e.second}]; "
         "mem{a.bits}[{e.address}] = mem{a.bits}[{e.address}] == {a.value} ? "
         "(mem{a.bits}[{e.second}] == {b.value} ? {c.value} : mem{a.bits}[{e.address}]) : "
         "mem{a.bits}[{e.address}]; "
         "mem{a.bits}[{e.second}] = mem{a.bits}[{e.address}] == {a.value} ? "
         "(mem{a.bits}[{e.second}] == {b.value} ? {d.value} : mem{a.bits}[{e.second}]) : "
         "mem{a.bits}[{e.second}]",
         writes="ab", keeps=True, memory="store", data="cd"),
)  # fmt: skip

_ORDERINGS = ("", "a", "l", "al")
_UPDATES = (
    ("ldadd", "add {a} to it", "{old} + {a.value}"),
    ("ldset", "set in it the bits of {a}", "{old} | {a.value}"),
    ("ldclr", "clear in it the bits of {a}", "{old} & ~{a.value}"),
    ("ldeor", "flip in it the bits of {a}", "{old} ^ {a.value}"),
    ("swp", "replace it by {a}", "{a.value}"),
    ("ldsmax", "keep there the larger of it and {a}, signed",
     "max(int{width}({old}), int{width}({a.value}))"),
    ("ldsmin", "keep there the smaller of it and {a}, signed",
     "min(int{width}({old}), int{width}({a.value}))"),
    ("ldumax", "keep there the larger of it and {a}, unsigned",
     "max({old}, uint{width}({a.value}))"),
    ("ldumin", "keep there the smaller of it and {a}, unsigned",
     "min({old}, uint{width}({a.value}))"),
)  # fmt: skip


def _atomics() -> tuple[Form, ...]:
    forms: list[Form] = []
    for suffix, bits in (("", 0), ("b", 8), ("h", 16)):
        where = f"mem{bits or '{a.bits}'}[{{c.address}}]"
        for stem, phrase, right in _UPDATES:
            names = " ".join(f"{stem}{order}{suffix}" for order in _ORDERINGS)
            value = right.replace("{old}", where).replace("{width}", str(bits or "{a.bits}"))
            forms.append(
                form(names, "r, r, m",
                     "In one atomic step read {ordered_bytes} at {c} into {b} and "
                     f"{phrase}{{ordering}}.",
                     f"{{b.value}} = {where}; {where} = {value}",
                     writes="b", memory="store", data="a", unit=bits // 8)
            )  # fmt: skip
        names = " ".join(f"cas{order}{suffix}" for order in _ORDERINGS)
        equal = f"{where} == {{a.value}}" if not bits else f"{where} == uint{bits}({{a.value}})"
        forms.append(
            form(names, "r, r, m",
                 "In one atomic step: if memory at {c} ({ordered_bytes}) equals {a}, replace it by "
                 "{b}; {a} receives what was there{ordering}.",
                 f"{{a.value}} = {where}; {where} = {equal} ? {{b.value}} : {where}",
                 keeps=True, memory="store", data="b", unit=bits // 8)
        )  # fmt: skip
        for stem, phrase, right in _UPDATES:
            if stem == "swp":
                continue
            names = f"{stem.replace('ld', 'st', 1)}{suffix} {stem.replace('ld', 'st', 1)}l{suffix}"
            at = where.replace("{c.", "{b.")
            value = right.replace("{old}", at).replace("{width}", str(bits or "{a.bits}"))
            forms.append(
                form(names, "r, m",
                     f"In one atomic step read {{ordered_bytes}} at {{b}} and {phrase}.",
                     f"{at} = {value}", writes="", memory="store", unit=bits // 8)
            )  # fmt: skip
    return tuple(forms)


_LISTS = (
    form("ld1", "{v}, m", "Load {list_bytes} bytes from {b} into {a}{in_order}{b.then}.",
         "{list_load}{b.update}", memory="load"),
    form("st1", "{v}, m", "Store {a}{in_order} ({list_bytes} bytes) to {b}{b.then}.",
         "{list_store}{b.update}", writes="", memory="store"),
    form("ld2 ld3 ld4", "{v}, m",
         "Load {list_bytes} bytes from {b} and deal them out, element by element, to {a} in "
         "turn{b.then}.",
         "{structure_load}{a.first.loop}{b.update}", memory="load"),
    form("st2 st3 st4", "{v}, m",
         "Store {list_bytes} bytes to {b}: element by element from {a} in turn{b.then}.",
         "{structure_store}{a.first.loop}{b.update}", writes="", memory="store"),
    form("ld1r", "{v}, m",
         "Load {a.first.size} bytes from {b} and broadcast them to {a.first.lanes} of {a}{b.then}.",
         "{a.lane} = mem{a.first.bits}[{b.address}]{a.first.loop}{b.update}",
         memory="load", unit=-1),
    form("ld2r ld3r ld4r", "{v}, m",
         "Load one element each for {a} from {b} ({element_bytes} bytes) and broadcast it to all "
         "lanes{b.then}.",
         "{broadcast_load}{a.first.loop}{b.update}", memory="load", unit=-1),
    form("ld1 ld2 ld3 ld4", "{v}[], m",
         "Load {element_bytes} bytes from {b} into lane {a.source.lane} of {a}; the other lanes "
         "stay{b.then}.",
         "{lane_load}{b.update}", keeps=True, memory="load", unit=-1),
    form("st1 st2 st3 st4", "{v}[], m",
         "Store lane {a.source.lane} of {a} ({element_bytes} bytes) to {b}{b.then}.",
         "{lane_store}{b.update}", writes="", memory="store", unit=-1),
)  # fmt: skip

_PREFETCHES = (
    form("prfm prfum", "key, m.", "Ask the cache to fetch the line at {b} early, {prefetch}.", "",
         writes="", memory="prefetch"),
    form("prfm", "key, label", "Ask the cache to fetch the line at {b} early, {prefetch}.", "",
         writes="", memory="prefetch"),
)  # fmt: skip

FORMS = (
    *_FRAME, *_general(), *_WHOLE, *_PAIRS, *_SIGNED_PAIR, *_ORDERED, *_EXCLUSIVE_PAIRS,
    *_atomics(), *_LISTS,
    *_PREFETCHES,
)  # fmt: skip
