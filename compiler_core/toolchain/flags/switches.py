"""On-off flags, `-fNAME` and `-fno-NAME`, that users may give: explicit lists per family.

Names are from "Options That Control Optimization", "Code Generation Conventions" and the C and C++
dialect chapters of the GCC manual, and from Clang's command line reference. A flag is here only if
it takes no file, loads no code and writes nothing beside the output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from compiler_core.toolchain.outcome import Family

Subject = Literal["floating point", "code"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Clang applies these in order (a later -ffast-math undoes an earlier -fno-associative-math), so
# the order in which the user gave them is part of their meaning.
FLOATING_POINT: Mapping[Family | Literal["both"], frozenset[str]] = {
    "both": _names("""
        associative-math fast-math finite-math-only math-errno reciprocal-math rounding-math
        signed-zeros trapping-math unsafe-math-optimizations cx-limited-range cx-fortran-rules
    """),
    "gcc": _names("""
        float-store fp-int-builtin-inexact signaling-nans single-precision-constant
    """),
    "clang": _names("""
        approx-func honor-infinities honor-nans protect-parens
        experimental-strict-floating-point strict-float-cast-overflow
    """),
}

_BOTH_CODE = _names("""
    asynchronous-unwind-tables builtin common data-sections delete-null-pointer-checks exceptions
    finite-loops freestanding function-sections gnu89-inline hosted inline inline-functions
    instrument-functions jump-tables lto merge-all-constants ms-extensions omit-frame-pointer
    openmp openmp-simd optimize-sibling-calls pic PIC pie PIE plt profile-arcs profile-generate
    rtti semantic-interposition short-enums short-wchar signed-char split-stack
    stack-clash-protection stack-protector stack-protector-all stack-protector-strong
    strict-aliasing strict-enums strict-overflow threadsafe-statics trapv tree-slp-vectorize
    tree-vectorize unroll-loops unsigned-char unwind-tables verbose-asm wrapv
    zero-initialized-in-bss char8_t sized-deallocation aligned-new coroutines operator-names
""")

_GCC_LOOPS = _names("""
    aggressive-loop-optimizations branch-count-reg gcse-las gcse-lm gcse-sm graphite
    graphite-identity ivopts loop-block loop-interchange loop-nest-optimize loop-parallelize-all
    loop-strip-mine loop-unroll-and-jam modulo-sched modulo-sched-allow-regmoves
    move-loop-invariants move-loop-stores peel-loops predictive-commoning prefetch-loop-arrays
    split-ivs-in-unroller split-loops split-paths tree-loop-distribute-patterns
    tree-loop-distribution tree-loop-if-convert tree-loop-im tree-loop-ivcanon tree-loop-optimize
    tree-loop-vectorize tree-scev-cprop unconstrained-commons unroll-all-loops
    unroll-completely-grow-size unswitch-loops variable-expansion-in-unroller vect-cost-model
    version-loops-for-strides
""")

_GCC_INLINING_AND_WHOLE_PROGRAM = _names("""
    devirtualize devirtualize-at-ltrans devirtualize-speculatively early-inlining fat-lto-objects
    fold-simple-inlines indirect-inlining inline-atomics inline-functions-called-once
    inline-small-functions ipa-bit-cp ipa-cp ipa-cp-clone ipa-icf ipa-icf-functions
    ipa-icf-variables ipa-modref ipa-profile ipa-pta ipa-pure-const ipa-ra ipa-reference
    ipa-reference-addressable ipa-sra ipa-stack-alignment ipa-strict-aliasing ipa-vrp
    keep-inline-functions keep-static-consts keep-static-functions lto-odr-type-merging
    partial-inlining toplevel-reorder unit-at-a-time whole-program
""")

_GCC_SCALAR = _names("""
    allocation-dce allow-store-data-races bit-tests code-hoisting cprop-registers crossjumping
    cse-follow-jumps dce delete-dead-exceptions dse expensive-optimizations forward-propagate
    function-cse gcse gcse-after-reload guess-branch-probability hoist-adjacent-loads if-conversion
    if-conversion2 isolate-erroneous-paths-attribute isolate-erroneous-paths-dereference
    lifetime-dse merge-constants optimize-strlen peephole peephole2 printf-return-value
    rerun-cse-after-loop ssa-backprop ssa-phiopt stdarg-opt store-merging thread-jumps tracer
    tree-bit-ccp tree-builtin-call-dce tree-ccp tree-ch tree-coalesce-vars tree-copy-prop
    tree-cselim tree-dce tree-dominator-opts tree-dse tree-forwprop tree-fre tree-partial-pre
    tree-phiprop tree-pre tree-pta tree-reassoc tree-sink tree-slsr tree-sra tree-switch-conversion
    tree-tail-merge tree-ter tree-vrp vpt wrapv-pointer
""")

_GCC_MACHINE = _names("""
    align-functions align-jumps align-labels align-loops auto-inc-dec caller-saves
    combine-stack-adjustments compare-elim conserve-stack defer-pop delayed-branch
    harden-compares harden-conditional-branches ira-hoist-pressure ira-loop-pressure
    ira-share-save-slots ira-share-spill-slots limit-function-alignment live-range-shrinkage
    lra-remat pack-struct ree rename-registers reorder-blocks reorder-blocks-and-partition
    reorder-functions reschedule-modulo-scheduled-loops sched-critical-path-heuristic
    sched-dep-count-heuristic sched-group-heuristic sched-interblock sched-last-insn-heuristic
    sched-pressure sched-rank-heuristic sched-spec sched-spec-insn-heuristic sched-spec-load
    sched-spec-load-dangerous sched-stalled-insns sched-stalled-insns-dep sched2-use-superblocks
    schedule-fusion schedule-insns schedule-insns2 section-anchors sel-sched-pipelining
    sel-sched-pipelining-outer-loops sel-sched-reschedule-pipelined selective-scheduling
    selective-scheduling2 shrink-wrap shrink-wrap-separate split-wide-types split-wide-types-early
    stack-check stack-protector-explicit strict-volatile-bitfields web
""")

_GCC_PROFILE_AND_LANGUAGE = _names("""
    branch-probabilities profile-correction profile-partial-training profile-reorder-functions
    profile-use profile-values non-call-exceptions nothrow-opt permissive plan9-extensions
    dollars-in-identifiers cond-mismatch lax-vector-conversions signed-bitfields
    unsigned-bitfields implicit-constexpr check-new elide-constructors enforce-eh-specs gnu-keywords
    implicit-templates implicit-inline-templates nonansi-builtins ext-numeric-literals
    visibility-inlines-hidden extern-tls-init concepts new-ttp-matching strong-eval-order
    use-cxa-atexit weak
""")

_CLANG_CODE = _names("""
    addrsig assumptions assume-sane-operator-new coverage-mapping cxx-exceptions force-emit-vtables
    inline-hint-functions keep-static-consts lax-vector-conversions
    profile-instr-generate relaxed-template-template-args rtti-data slp-vectorize
    split-machine-functions strict-return strict-vtable-pointers unique-internal-linkage-names
    unique-section-names use-cxa-atexit vectorize virtual-function-elimination
    visibility-inlines-hidden whole-program-vtables trigraphs dollars-in-identifiers declspec
    elide-constructors enable-matrix fixed-point char8_t delayed-template-parsing
    discard-value-names global-isel gnu-keywords knr-functions ms-compatibility new-infallible
    spell-checking convergent-functions access-control
""")

CODE: Mapping[Family | Literal["both"], frozenset[str]] = {
    "both": _BOTH_CODE,
    "gcc": (
        _GCC_LOOPS
        | _GCC_INLINING_AND_WHOLE_PROGRAM
        | _GCC_SCALAR
        | _GCC_MACHINE
        | _GCC_PROFILE_AND_LANGUAGE
    ),
    "clang": _CLANG_CODE,
}

# Two names for one switch.
ALIASES: Mapping[Family, Mapping[str, str]] = {
    "gcc": {},
    "clang": {"tree-vectorize": "vectorize", "tree-slp-vectorize": "slp-vectorize"},
}

# `-mNAME` without a value.
MACHINE: Mapping[Family | Literal["both"], frozenset[str]] = {
    "both": _names("""
        general-regs-only omit-leaf-frame-pointer no-omit-leaf-frame-pointer strict-align
        no-strict-align outline-atomics no-outline-atomics fix-cortex-a53-835769
        no-fix-cortex-a53-835769 little-endian big-endian
    """),
    "gcc": _names("""
        low-precision-div no-low-precision-div low-precision-recip-sqrt
        no-low-precision-recip-sqrt low-precision-sqrt no-low-precision-sqrt
        pc-relative-literal-loads no-pc-relative-literal-loads track-speculation
        no-track-speculation
    """),
    "clang": _names("""
        unaligned-access no-unaligned-access implicit-float no-implicit-float outline no-outline
        global-merge no-global-merge
    """),
}


def switch_subject(family: Family, name: str) -> Subject | None:
    """What `-fNAME` is about, or None when this family's list does not hold it."""
    if name in FLOATING_POINT["both"] or name in FLOATING_POINT[family]:
        return "floating point"
    return "code" if name in CODE["both"] or name in CODE[family] else None


def machine_switch_known(family: Family, name: str) -> bool:
    """Whether this family's list holds `-mNAME`."""
    return name in MACHINE["both"] or name in MACHINE[family]
