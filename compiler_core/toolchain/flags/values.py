"""Flags with a value, `-NAME=VALUE`: which values each may take, per family.

A value is one of a few words or a plain number, never free text: so no flag can name a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from compiler_core.toolchain.outcome import Family

_NUMBER = re.compile(r"\d{1,9}")
_NUMBER_LIST = re.compile(r"\d{1,6}(?::\d{1,6}){0,3}")


@dataclass(frozen=True, slots=True)
class ValueRule:
    """The values of one flag. words: allowed words; shape: a pattern allowed beside them.

    adds_up: the flag takes a list of words with commas, and each one typed adds to those before.
    """

    words: frozenset[str] = frozenset()
    shape: re.Pattern[str] | None = None
    adds_up: bool = False

    def admits(self, value: str) -> bool:
        """Whether the flag may take this value."""
        if self.adds_up:
            return self.words.issuperset(value.split(","))
        return value in self.words or bool(self.shape and self.shape.fullmatch(value))

    @property
    def description(self) -> str:
        """`one of fast, off, on`, `a number`, or both."""
        words = f"one of {', '.join(sorted(self.words))}" if self.words else ""
        return " or ".join(part for part in (words, "a number" if self.shape else "") if part)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _one_of(words: str) -> ValueRule:
    return ValueRule(_words(words))


_A_NUMBER = ValueRule(shape=_NUMBER)
_NUMBERS = ValueRule(shape=_NUMBER_LIST)
_VECTOR_COST = _one_of("unlimited dynamic cheap very-cheap")
_SANITIZERS = ValueRule(
    _words(
        "address undefined integer bounds signed-integer-overflow unsigned-integer-overflow "
        "integer-divide-by-zero shift null alignment float-divide-by-zero float-cast-overflow "
        "unreachable return vla-bound object-size pointer-overflow bool enum thread leak"
    ),
    adds_up=True,
)
_BRANCH_PROTECTION = _one_of(
    "none standard bti pac-ret pac-ret+leaf pac-ret+b-key pac-ret+leaf+b-key pac-ret+bti "
    "pac-ret+leaf+bti"
)

FLAGS: Mapping[Family | Literal["both"], Mapping[str, ValueRule]] = {
    "both": {
        "-ffp-contract": _one_of("off on fast"),
        "-fexcess-precision": _one_of("fast standard 16"),
        "-falign-functions": _NUMBERS,
        "-falign-loops": _NUMBERS,
        "-fvisibility": _one_of("default hidden protected internal"),
        "-ftls-model": _one_of("global-dynamic local-dynamic initial-exec local-exec"),
        "-ftemplate-depth": _A_NUMBER,
        "-fconstexpr-depth": _A_NUMBER,
        "-fpack-struct": _A_NUMBER,
        "-fsanitize": _SANITIZERS,
        "-fno-sanitize": _SANITIZERS,
        "-fsanitize-recover": _SANITIZERS,
        "-fno-sanitize-recover": _SANITIZERS,
        "-fsanitize-trap": _SANITIZERS,
        "-ftrivial-auto-var-init": _one_of("uninitialized pattern zero"),
        "-fzero-call-used-regs": _one_of(
            "skip used used-gpr used-arg used-gpr-arg all all-gpr all-arg all-gpr-arg"
        ),
        "-fpatchable-function-entry": _A_NUMBER,
        "-fprofile-update": _one_of("single atomic prefer-atomic"),
        "-mbranch-protection": _BRANCH_PROTECTION,
        "-mcmodel": _one_of("tiny small large"),
        "-mabi": _one_of("lp64"),
        "-mtls-size": _one_of("12 24 32 48"),
        "-msve-vector-bits": _one_of("scalable 128 256 512 1024 2048"),
        "-msign-return-address": _one_of("none non-leaf all"),
        "-mharden-sls": _one_of("none all retbr blr"),
    },
    "gcc": {
        "-fvect-cost-model": _VECTOR_COST,
        "-fsimd-cost-model": _VECTOR_COST,
        "-falign-jumps": _NUMBERS,
        "-falign-labels": _NUMBERS,
        "-finline-limit": _A_NUMBER,
        "-fira-algorithm": _one_of("CB priority"),
        "-fira-region": _one_of("all mixed one"),
        "-flifetime-dse": _one_of("0 1 2"),
        "-flive-patching": _one_of("inline-only-static inline-clone"),
        "-flto": _one_of("auto 1 2 3 4"),
        "-flto-partition": _one_of("none one balanced 1to1 max"),
        "-flto-compression-level": ValueRule(shape=re.compile(r"\d{1,2}")),
        "-fprofile-reproducible": _one_of("serial parallel-runs multithreaded"),
        "-freorder-blocks-algorithm": _one_of("simple stc"),
        "-fsched-stalled-insns": _A_NUMBER,
        "-fsched-stalled-insns-dep": _A_NUMBER,
        "-fstack-check": _one_of("no generic specific"),
        "-fstack-reuse": _one_of("all named_vars none"),
        "-ftree-parallelize-loops": ValueRule(shape=re.compile(r"\d{1,2}")),
        "-fconstexpr-loop-limit": _A_NUMBER,
        "-fconstexpr-ops-limit": _A_NUMBER,
        "-fpermitted-flt-eval-methods": _one_of("c11 ts-18661"),
        "-mtls-dialect": _one_of("desc trad"),
    },
    "clang": {
        "-ffp-contract": _one_of("off on fast fast-honor-pragmas"),
        "-ffp-model": _one_of("precise strict fast aggressive"),
        "-ffp-eval-method": _one_of("source double extended"),
        "-ffp-exception-behavior": _one_of("ignore maytrap strict"),
        "-fdenormal-fp-math": _one_of("ieee preserve-sign positive-zero"),
        "-fveclib": _one_of("none SLEEF ArmPL libmvec"),
        "-flto": _one_of("full thin"),
        "-fconstexpr-steps": _A_NUMBER,
        "-fbracket-depth": ValueRule(shape=re.compile(r"\d{1,4}")),
        "-finline-max-stacksize": _A_NUMBER,
        "-fmax-type-align": _A_NUMBER,
        "-fstrict-flex-arrays": _one_of("0 1 2 3"),
        "-fvisibility-global-new-delete": _one_of(
            "force-default force-protected force-hidden source"
        ),
        "-mprefer-vector-width": _A_NUMBER,
    },
}

STANDARDS = frozenset(
    _words("""
        c89 c90 c99 c11 c17 c18 c2x c23 gnu89 gnu90 gnu99 gnu11 gnu17 gnu18 gnu2x gnu23
        iso9899:1990 iso9899:199409 iso9899:1999 iso9899:2011 iso9899:2017 iso9899:2018 c++98
        c++03 c++11 c++14 c++17 c++1z c++20 c++2a c++23 c++2b c++26 c++2c gnu++98 gnu++03
        gnu++11 gnu++14 gnu++17 gnu++1z gnu++20 gnu++2a gnu++23 gnu++2b gnu++26
        """)
)
SAME_STANDARD = {
    "c89": "c90",
    "gnu89": "gnu90",
    "c18": "c17",
    "gnu18": "gnu17",
    "iso9899:2018": "c17",
    "iso9899:2017": "c17",
    "iso9899:2011": "c11",
    "iso9899:1999": "c99",
    "iso9899:1990": "c90",
    "c++03": "c++98",
    "gnu++03": "gnu++98",
}

# Options of LLVM itself, after `-mllvm`; the name alone is allowed where words include "".
LLVM_OPTIONS: Mapping[str, ValueRule] = {
    **dict.fromkeys(
        _words("""
        -unroll-count -unroll-threshold -unroll-max-count -unroll-full-max-count
        -unroll-peel-count -unroll-partial-threshold -unroll-and-jam-count -force-vector-width
        -force-vector-interleave -vectorizer-min-trip-count -inline-threshold
        -inlinehint-threshold -slp-threshold -slp-max-reg-size -slp-min-tree-size
        -runtime-memory-check-threshold -vectorize-memory-check-threshold
        -epilogue-vectorization-force-VF -max-interleave-group-factor -small-loop-cost
        -vectorize-num-stores-pred -max-nested-scalar-reduction-interleave
        -force-target-max-vector-interleave -force-target-num-vector-regs
        -memdep-block-scan-limit -rotation-max-header-size -min-jump-table-entries
        -jump-table-density -aarch64-sve-vector-bits-min -aarch64-sve-vector-bits-max
        -tail-merge-threshold
        """),
        _A_NUMBER,
    ),
    **dict.fromkeys(
        _words("""
        -unroll-runtime -unroll-allow-remainder -unroll-allow-partial -enable-unroll-and-jam
        -enable-gvn-hoist -enable-gvn-sink -enable-loop-flatten -enable-loopinterchange
        -enable-loop-distribute -enable-epilogue-vectorization -enable-loop-versioning-licm
        -disable-licm-promotion -enable-if-conversion -enable-interleaved-mem-accesses
        -enable-masked-interleaved-mem-accesses -force-ordered-reductions
        -hints-allow-reordering -enable-load-pre -enable-pre -enable-dfa-jump-thread
        -enable-misched -enable-post-misched -misched-postra -aarch64-enable-ldst-opt
        -aarch64-enable-ccmp -aarch64-enable-early-ifcvt -enable-constraint-elimination
        -enable-nontrivial-unswitch -extra-vectorizer-passes -vectorizer-maximize-bandwidth
        -enable-cond-stores-vec -slp-vectorize-hor -slp-vectorize-hor-store
        -enable-mem-access-versioning -licm-control-flow-hoisting
        """),
        ValueRule(frozenset({"", "true", "false", "0", "1"})),
    ),
    "-prefer-predicate-over-epilogue": _one_of(
        "scalar-epilogue predicate-else-scalar-epilogue predicate-dont-vectorize"
    ),
    "-sve-tail-folding": _one_of("disabled default all simple reductions recurrences reverse"),
    "-force-tail-folding-style": _one_of(
        "none data data-without-lane-mask data-and-control data-and-control-without-rt-check"
    ),
    "-scalable-vectorization": _one_of("off on preferred"),
}


def value_rule(family: Family, flag: str) -> ValueRule | None:
    """The rule for `-NAME`, this family's own one first; None when the list does not hold it."""
    return FLAGS[family].get(flag) or FLAGS["both"].get(flag)
