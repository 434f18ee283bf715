"""Steps of AES, SHA, SM3 and SM4, and products without carries.

Arm Architecture Reference Manual, C7.2; the functions of the formulas are in
`formulas/ciphers.py`.
"""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_OF = "({name}: {cipher})."


def _aes() -> list[Form]:
    rounds = (
        ("aese", "Exclusive-OR the state {a} with the round key {b}, shift its rows and replace "
         f"each byte by that of the table: a round of encryption without its last step {_OF}",
         "aes_encrypt"),
        ("aesd", "Exclusive-OR the state {a} with the round key {b}, shift its rows back and "
         f"replace each byte by the table's inverse: a round of decryption without its last step "
         f"{_OF}", "aes_decrypt"),
    )  # fmt: skip
    columns = (
        ("aesmc", f"Mix each column of the state {{b}} into {{a}}, the last step of a round {_OF}",
         "aes_mix"),
        ("aesimc", f"Undo the mixing of each column of the state {{b}} into {{a}} {_OF}",
         "aes_unmix"),
    )  # fmt: skip
    return [
        *(form(name, "v, v", sentence,
               f"{{a.lane}} = {function}({{a.every}}, {{b.every}})[i]{{a.loop}}", keeps=True)
          for name, sentence, function in rounds),
        *(form(name, "z, z, z", sentence.replace("{b}", "{c}").replace("{a}", "{b}").replace(
               "without its last step", "without its last step, into {a}"),
               f"{{a.lane}} = {function}({{b.every}}, {{c.every}})[i]{{a.loop}}")
          for name, sentence, function in rounds),
        *(form(name, f"{kind}, {kind}", sentence,
               f"{{a.lane}} = {function}({{b.every}})[i]{{a.loop}}")
          for name, sentence, function in columns for kind in "vz"),
    ]  # fmt: skip


def _hashes() -> list[Form]:
    """Four rounds of SHA-1 and SHA-256, two of SHA-512."""
    lanes = "{a_word}[i] = "
    return [
        *(form(name, "q, s, v",
               f"Four rounds of the hash: {{a}} holds a, b, c and d, {{b}} e, {{c}} the message's "
               f"words with their constants; b, c and d are combined by {words} {_OF}",
               lanes + f"sha1_{function}({{a_words}}, {{b.value}}, {{c.every}})[i] for i = 0…3",
               keeps=True)
          for name, words, function in (
              ("sha1c", "choosing", "choose"), ("sha1p", "exclusive-OR", "parity"),
              ("sha1m", "majority", "majority"))),
        form("sha1h", "s, s", f"Rotate {{b}} left by 30 into {{a}}: the hash's next e {_OF}",
             "{a.value} = rotate_right({b.value}, 2)"),
        form("sha256h", "q, q, v",
             "Four rounds of the hash: {a} holds a to d and receives them, {b} e to h, {c} the "
             f"message's words with their constants {_OF}",
             lanes + "sha256_first({a_words}, {b_words}, {c.every})[i] for i = 0…3", keeps=True),
        form("sha256h2", "q, q, v",
             "Four rounds of the hash: {a} holds e to h and receives them, {b} a to d, {c} the "
             f"message's words with their constants {_OF}",
             lanes + "sha256_second({b_words}, {a_words}, {c.every})[i] for i = 0…3", keeps=True),
        *(form(name, "q, q, v",
               f"Two rounds of the hash, the {words} half of the work: {{a}} holds sums and "
               f"receives the new ones, {{b}} and {{c}} parts of the state {_OF}",
               f"{{a_long}}[i] = sha512_{words}({{a_longs}}, {{b_longs}}, {{c.every}})[i] "
               "for i = 0…1", keeps=True)
          for name, words in (("sha512h", "first"), ("sha512h2", "second"))),
    ]  # fmt: skip


def _schedules() -> list[Form]:
    """The words that a hash takes next, of SHA-1, SHA-256, SHA-512 and SM3."""
    rows = (
        ("sha1su0", 3, "the first", "sha1_schedule"),
        ("sha1su1", 2, "the second", "sha1_schedule_end"),
        ("sha256su0", 2, "the first", "sha256_schedule"),
        ("sha256su1", 3, "the second", "sha256_schedule_end"),
        ("sha512su0", 2, "the first", "sha512_schedule"),
        ("sha512su1", 3, "the second", "sha512_schedule_end"),
        ("sm3partw1", 3, "the first", "sm3_schedule"),
        ("sm3partw2", 3, "the second", "sm3_schedule_end"),
    )
    return [
        form(
            name,
            ", ".join("v" * count),
            f"Work out the message's next words, {part} of two steps, from those in {{a}}"
            f"{', {b} and {c}' if count == 3 else ' and {b}'}, into {{a}} {_OF}",
            f"{{a.lane}} = {function}({{a.every}}, {{b.every}}"
            f"{', {c.every}' if count == 3 else ''})[i]{{a.loop}}",
            keeps=True,
        )
        for name, count, part, function in rows
    ]


def _sm3_and_sm4() -> list[Form]:
    rounds = (
        ("sm3tt1a", "the upper half of the state, by exclusive-OR", "sm3_parity_first"),
        ("sm3tt1b", "the upper half of the state, by majority", "sm3_majority_first"),
        ("sm3tt2a", "the lower half of the state, by exclusive-OR", "sm3_parity_second"),
        ("sm3tt2b", "the lower half of the state, by choosing", "sm3_choose_second"),
    )  # fmt: skip
    return [
        *(form(name, "v, v, v[]",
               f"One round of the hash on {words}, in {{a}}, with lane 3 of {{b}} and the "
               f"message's word in {{c}} {_OF}",
               f"{{a.lane}} = {function}({{a.every}}, {{b_word}}[3], {{c.value}})[i]{{a.loop}}",
               keeps=True)
          for name, words, function in rounds),
        form("sm3ss1", "v, v, v, v",
             "Start a round of the hash from lane 3 of {b}, {c} and {d}, into lane 3 of {a}; its "
             f"other lanes become 0 {_OF}",
             "{a.lane} = i == 3 ? sm3_start({b_word}[3], {c_word}[3], {d_word}[3]) : 0{a.loop}"),
        form("sm4e", "v, v", f"Four rounds on the state {{a}} with the round keys in {{b}} {_OF}",
             "{a.lane} = sm4_rounds({a.every}, {b.every})[i]{a.loop}", keeps=True),
        form("sm4e", "z, z, z",
             f"Four rounds on each state in {{b}} with the round keys in {{c}}, into {{a}} {_OF}",
             "{a.lane} = sm4_rounds({b.every}, {c.every})[i]{a.loop}"),
        *(form("sm4ekey", f"{kind}, {kind}, {kind}",
               f"Work out the next four round keys from those in {{b}} and the constants in {{c}}, "
               f"into {{a}} {_OF}",
               "{a.lane} = sm4_keys({b.every}, {c.every})[i]{a.loop}") for kind in "vz"),
    ]  # fmt: skip


def _rotations() -> list[Form]:
    return [
        *(entry for kind in "vz" for entry in (
            form("rax1", f"{kind}, {kind}, {kind}",
                 f"Exclusive-OR {{b}} with {{c}} rotated left by 1, {{a.integers}}, into {{a}} "
                 f"{_OF}", "{a.lane} = {b.lane} ^ rotate_right({c.lane}, {a.bits} - 1){a.loop}"),
            form("xar", f"{kind}, {kind}, {kind}, i",
                 "Exclusive-OR {b} and {c} and rotate right by {d}, {a.integers}, into {a}.",
                 "{a.lane} = rotate_right({b.lane}, {d}) ^ rotate_right({c.lane}, {d}){a.loop}"))),
    ]  # fmt: skip


def _products() -> list[Form]:
    words = "as polynomials over single bits (no carries)"
    return [
        *(form("pmul", f"{kind}, {kind}, {kind}",
               f"Multiply {{b}} by {{c}} {words}, {{a.integers}}, into {{a}}.",
               "{a.lane} = polynomial_product({b.lane}, {c.lane}){a.loop}") for kind in "vz"),
        *(form(name, "v, v, v", f"Multiply the {half} 64 bits of {{b}} and {{c}} {words}, to 128 "
               "bits in {a}.",
               f"{{a.plain}}.q[0] = polynomial_product({{b.plain}}.d[{lane}], "
               f"{{c.plain}}.d[{lane}])",
               when=lambda views: views["a"].letter == "q")
          for name, half, lane in (("pmull", "lower", 0), ("pmull2", "upper", 1))),
        *(form(name, "v, v, v", f"Multiply the {half} half of {{b}} and {{c}} {words}, to "
               "{a.integers} in {a}.",
               f"{{a.lane}} = polynomial_product({{b.{lane}}}, {{c.{lane}}}){{a.loop}}")
          for name, half, lane in (("pmull", "lower", "lane"), ("pmull2", "upper", "high"))),
        *(form(name, "z, z, z", f"Multiply the {which} lanes of {{b}} and {{c}} {words}, to "
               "{a.integers} in {a}.",
               f"{{a.lane}} = polynomial_product({{b.{lane}}}, {{c.{lane}}}){{a.loop}}")
          for name, which, lane in (("pmullb", "even", "even"), ("pmullt", "odd", "odd"))),
    ]  # fmt: skip


FORMS = (*_aes(), *_hashes(), *_schedules(), *_sm3_and_sm4(), *_rotations(), *_products())
