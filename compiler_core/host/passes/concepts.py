"""The two compilers' pass names under common words.

GCC and LLVM do much the same under different names: a `Concept` is the word a textbook uses, with
the passes of either that do it. A pass outside the table keeps its own name and no story. Names:
GCC `passes.def` and LLVM `PassRegistry.def` with the machine passes' command-line names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.toolchain.outcome import Family


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing compilers do.

    key names it in data and URLs; title in headings; meaning says what it is and why it is legal.
    gcc and llvm: pass names, without the trailing number GCC gives to repeated passes.
    """

    key: str
    title: str
    meaning: str
    gcc: tuple[str, ...]
    llvm: tuple[str, ...]


CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "lower-source",
        "Write the source as simple steps",
        "Expressions, conditions and loops of the source become single operations, labels and "
        "jumps, and these become blocks that run from their first line to their last.",
        ("gimple", "lower", "cfg", "eh"),
        (),
    ),
    Concept(
        "note-facts",
        "Note facts for later passes",
        "What a function reads and writes, how memory is aligned, or how often a branch is taken "
        "is worked out and written beside the code, so that later passes may rely on it.",
        ("local-pure-const", "modref", "profile_estimate"),
        (
            "PostOrderFunctionAttrsPass", "ReversePostOrderFunctionAttrsPass",
            "InferFunctionAttrsPass", "LowerExpectIntrinsicPass", "Annotation2MetadataPass",
            "AlignmentFromAssumptionsPass", "InjectTLIMappings",
        ),
    ),
    Concept(
        "shrink-globals",
        "Simplify what the file declares",
        "A global variable that is never written is a constant, one that is never read can go; a "
        "function that nobody outside calls may take its arguments in another way.",
        (),
        ("GlobalOptPass", "DeadArgumentEliminationPass", "ArgumentPromotionPass"),
    ),
    Concept(
        "promote-to-ssa",
        "Keep variables in values, not memory",
        "A local variable whose address nobody takes needs no stack slot: each assignment becomes "
        "a value of its own (static single assignment), and loads and stores of it go away.",
        ("ssa", "esra", "sra"),
        ("SROAPass", "PromotePass"),
    ),
    Concept(
        "inline",
        "Copy the called function in",
        "A call is replaced by the body of the function it calls, which then can be optimised "
        "together with the caller.",
        ("einline", "inline", "local-fnsummary"),
        ("InlinerPass", "ModuleInlinerWrapperPass", "AlwaysInlinerPass"),
    ),
    Concept(
        "simplify-control-flow",
        "Simplify the control flow",
        "Blocks that only jump on are merged; a branch around one value becomes a selection; jumps "
        "whose outcome is known are threaded through.",
        (
            "fixup_cfg", "phiopt", "ifcombine", "thread", "threadfull", "ethread", "mergephi",
            "split-paths", "switchlower", "iftoswitch", "switchconv", "ce", "jump", "cselim",
            "jump_after_combine", "tailr", "tailc", "isolate-paths", "ehcleanup",
        ),
        (
            "SimplifyCFGPass", "JumpThreadingPass", "branch-folder", "early-ifcvt",
            "SpeculativeExecutionPass", "TailCallElimPass", "LoopSimplifyCFGPass",
        ),
    ),
    Concept(
        "fold",
        "Fold and combine expressions",
        "Arithmetic on known values is done now, and longer expressions are rewritten into shorter "
        "ones with the same result.",
        (
            "ccp", "forwprop", "evrp", "vrp", "reassoc", "backprop", "bswap", "combine", "fwprop",
            "cprop", "sccp", "copyprop", "slsr", "store-merging", "sincos", "recip", "strlen",
        ),
        (
            "InstCombinePass", "AggressiveInstCombinePass", "SCCPPass", "IPSCCPPass",
            "ReassociatePass", "CorrelatedValuePropagationPass", "InstSimplifyPass",
            "ConstraintEliminationPass", "VectorCombinePass", "peephole-opt", "Float2IntPass",
            "LoopInstSimplifyPass", "LowerConstantIntrinsicsPass",
        ),
    ),
    Concept(
        "reuse",
        "Compute a common expression once",
        "When the same expression was computed on every way to this place and its operands did not "
        "change, its value is used again.",
        ("fre", "dom", "pre", "cse", "cse_local", "gcse", "postreload"),
        ("EarlyCSEPass", "GVNPass", "machine-cse", "LoopLoadEliminationPass"),
    ),
    Concept(
        "rotate",
        "Test at the bottom of the loop",
        "A `for` loop tests before each round; copying the test before the loop leaves one "
        "test and one branch at its end, and gives hoisted code a place that runs only if the "
        "loop does.",
        ("ch", "ch_vect"),
        ("LoopRotatePass",),
    ),
    Concept(
        "canonical-loop",
        "Give the loop a standard shape",
        "The loop gets one entry block, one way back and a simple counter, so that later passes "
        "find it in the form they expect.",
        ("loopinit", "ivcanon", "fix_loops", "loop2_init"),
        ("LoopSimplifyPass", "LCSSAPass", "IndVarSimplifyPass"),
    ),
    Concept(
        "leave-loop-shape",
        "Give up the loop's standard shape",
        "The passes over loops are through: the empty blocks and the joins with one way in that "
        "they asked for go again.",
        ("loopdone", "loop2_done"),
        (),
    ),
    Concept(
        "hoist",
        "Move unchanging work out of the loop",
        "A computation whose operands do not change inside the loop gives the same value in every "
        "round: it can be done once, before the loop, if it cannot trap or the loop surely runs.",
        ("lim", "loop2_invariant"),
        ("LICMPass", "early-machinelicm", "machinelicm"),
    ),
    Concept(
        "unswitch",
        "Take an unchanging test out of the loop",
        "A condition that stays the same in all rounds is tested once; each side gets its own copy "
        "of the loop.",
        ("unswitch",),
        ("SimpleLoopUnswitchPass",),
    ),
    Concept(
        "if-convert",
        "Turn a branch in the loop into a selection",
        "Both sides are computed and a selection takes the right one: without the branch the loop "
        "body is straight code, which vectors need.",
        ("ifcvt",),
        (),
    ),
    Concept(
        "idiom",
        "Recognise a library call in the loop",
        "A loop that only fills, copies or moves memory is what memset, memcpy or memmove do.",
        ("ldist",),
        ("LoopIdiomRecognizePass", "LoopIdiomVectorizePass", "MemCpyOptPass"),
    ),
    # A step of GCC's vectoriser that made no vectors: steps.py tells which these are.
    Concept(
        "drop-copy",
        "Drop the copy made for vectors",
        "No vectors came of the copy of the loop that has no branch inside, so it goes again and "
        "the loop stays as it was.",
        (),
        (),
    ),
    Concept(
        "vectorise",
        "Do several elements at once",
        "Neighbouring rounds work on neighbouring elements: a vector instruction does several "
        "rounds in one. Legal when no round needs what another of them writes.",
        ("vect", "slp", "veclower2", "veclower"),
        ("LoopVectorizePass", "SLPVectorizerPass"),
    ),
    Concept(
        "unroll",
        "Repeat the loop body",
        "Several copies of the body in one round share the counting and the branch, or a short "
        "loop disappears altogether.",
        ("cunroll", "cunrolli", "pcom", "loop2_unroll", "unrolljam"),
        ("LoopUnrollPass", "LoopFullUnrollPass", "LoopPeelPass", "LoopUnrollAndJamPass"),
    ),
    Concept(
        "induction",
        "Choose how addresses advance",
        "Instead of computing base + index × size in every round, an address or a byte offset is "
        "kept and advanced, chosen so that the machine's addressing modes do the most.",
        ("ivopts",),
        ("loop-reduce", "LoopStrengthReducePass", "CodeGenPreparePass", "codegenprepare"),
    ),
    Concept(
        "remove-dead",
        "Remove what nobody uses",
        "A value without a reader, or a store that is overwritten before anyone reads it, can go "
        "if computing it has no other effect.",
        ("dce", "cddce", "dse", "cdce", "rtl_dce", "ud_dce"),
        (
            "ADCEPass", "BDCEPass", "DSEPass", "DCEPass", "LoopDeletionPass", "GlobalDCEPass",
            "dead-mi-elimination",
        ),
    ),
    Concept(
        "sink",
        "Move work to where it is needed",
        "A computation that only one way through the program needs moves onto that way.",
        ("sink",),
        ("machine-sink", "SinkingPass", "LoopSinkPass", "MergedLoadStoreMotionPass"),
    ),
    Concept(
        "fuse-multiply-add",
        "Fuse multiply and add",
        "A multiplication followed by an addition becomes one instruction; it rounds once instead "
        "of twice, so the last bit of the result may differ.",
        ("widening_mul",),
        ("machine-combiner",),
    ),
    Concept(
        "reshape-loops",
        "Cut a loop in two, copy it or swap it",
        "A loop is cut where a test changes its outcome, copied for a common case, or swapped with "
        "the loop around it so that memory is walked in order.",
        ("lsplit", "lversion", "linterchange"),
        ("LoopDistributePass", "LoopInterchangePass", "LoopFlattenPass"),
    ),
    Concept(
        "tidy-up",
        "Tidy up before the machine code",
        "Names that nobody uses are dropped, and a jump gets a block of its own where code may "
        "have to be put on its way.",
        ("release_ssa", "crited", "uncprop", "optimized"),
        (),
    ),
    Concept(
        "prepare-selection",
        "Shape operations for the machine's instructions",
        "Operations are put into a form that one instruction of the machine can do, so that the "
        "choice of instructions finds it.",
        ("isel", "laddress"),
        ("interleaved-access",),
    ),
    Concept(
        "conditional-compare",
        "Compare on condition instead of branching",
        "The second of two tests in a row becomes a comparison that counts only if the first one "
        "held (ccmp), and one branch is left.",
        (),
        ("aarch64-ccmp",),
    ),
    Concept(
        "drop-moves",
        "Drop moves between registers",
        "A value that is only moved from one register to another is read where it already is.",
        ("cprop_hardreg",),
        ("machine-cp",),
    ),
    Concept(
        "select-instructions",
        "Choose machine instructions",
        "Operations of the intermediate code become AArch64 instructions.",
        ("expand",),
        ("aarch64-isel",),
    ),
    Concept(
        "allocate-registers",
        "Put values into registers",
        "Unlimited values are mapped to the machine's registers; what does not fit is kept on the "
        "stack.",
        ("ira", "reload"),
        ("virtregrewriter", "greedy", "register-coalescer", "phi-node-elimination"),
    ),
    Concept(
        "pair-memory",
        "Pair loads and stores",
        "Two neighbouring loads or stores become one ldp or stp.",
        ("peephole2", "sched_fusion"),
        ("aarch64-ldst-opt",),
    ),
    Concept(
        "schedule",
        "Order instructions for the pipeline",
        "Independent instructions change places so that results are ready when they are needed; "
        "which order is best depends on the core (-mtune).",
        ("sched", "sched1", "sched2"),
        ("machine-scheduler", "postmisched"),
    ),
    Concept(
        "frame",
        "Set up the stack frame",
        "Registers that the caller expects unchanged are saved on entry and restored on exit.",
        ("pro_and_epilogue",),
        ("prologepilog", "shrink-wrap"),
    ),
    Concept(
        "layout",
        "Order the blocks",
        "Blocks are placed so that the likely way through falls from one into the next.",
        ("bbro",),
        ("block-placement",),
    ),
)  # fmt: skip

NO_CONCEPT = "Another change of the code"
_OPTION_NAME = re.compile(r"\((?P<name>[\w-]+)\)$")
_TRAILING_NUMBER = re.compile(r"\d+$")
_BY_NAME: dict[tuple[Family, str], Concept] = {
    **{("gcc", name): concept for concept in CONCEPTS for name in concept.gcc},
    **{("clang", name): concept for concept in CONCEPTS for name in concept.llvm},
}


def concept_named(key: str) -> Concept:
    """The concept of this key."""
    return next(concept for concept in CONCEPTS if concept.key == key)


def concept_of(family: Family, pass_name: str) -> Concept | None:
    """The concept behind a pass as the compiler names it; None if the table has none."""
    if family == "clang":
        option = _OPTION_NAME.search(pass_name)
        return _BY_NAME.get(("clang", option["name"] if option else pass_name))
    exact = _BY_NAME.get(("gcc", pass_name))
    return exact or _BY_NAME.get(("gcc", _TRAILING_NUMBER.sub("", pass_name)))


def title_of(concept: Concept | None) -> str:
    """What a pass does in a few plain words, beside its own name in a table."""
    return NO_CONCEPT if concept is None else concept.title
