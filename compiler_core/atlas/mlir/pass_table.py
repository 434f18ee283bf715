"""The passes that readers may name, each with its options, their ranges, and what it does.

None reads or writes a file, and none that tests MLIR itself is here but the two named on the pages.

Source: `mlir-opt --help` of MLIR 19.1.7, and MLIR documentation, "Passes".
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PassOption:
    """One option: words, or whole numbers from least to most, several with commas between them."""

    name: str
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    several: bool = False

    @property
    def takes(self) -> str:
        """In words."""
        if self.words:
            return " or ".join(self.words)
        number = "numbers" if self.several else "a number"
        return f"{number} from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class PassKind:
    """A pass by the name that `mlir-opt` has for it."""

    name: str
    explains: str
    options: tuple[PassOption, ...] = ()


def _truth(*names: str) -> tuple[PassOption, ...]:
    return tuple(PassOption(name, ("true", "false")) for name in names)


def _number(name: str, least: int, most: int) -> PassOption:
    return PassOption(name, (), least, most)


_LAYOUTS = ("identity-layout-map", "fully-dynamic-layout-map", "infer-layout-map")
_SUMS = ("inner-parallel", "inner-reduction")

PASSES: tuple[PassKind, ...] = (
    # Cleaning up.
    PassKind("canonicalize", "Brings each operation into its usual form and folds what is known.",
             _truth("top-down")),
    PassKind("cse", "Computes equal things once."),
    PassKind("sccp", "Follows constants through branches."),
    PassKind("symbol-dce", "Drops functions that nothing names."),
    PassKind("inline", "Puts called functions in place of their calls."),
    PassKind("mem2reg", "Turns memory that only one function sees into values."),
    PassKind("loop-invariant-code-motion", "Moves in front of a loop what each round repeats."),
    PassKind("loop-invariant-subset-hoisting",
             "Keeps a part of a tensor as a loop's value, instead of reading and writing it."),
    PassKind("control-flow-sink", "Moves work into the branch that alone needs it."),
    PassKind("remove-dead-values", "Drops arguments and results that nobody uses."),
    # Schedules.
    PassKind("transform-interpreter", "Runs the schedule that stands beside the program."),
    PassKind("test-transform-dialect-erase-schedule", "Drops the schedule after it has run."),
    # Tensors and structured operations.
    PassKind("linalg-generalize-named-ops", "Writes named products as plain index maps."),
    PassKind("linalg-specialize-generic-ops", "Recognises named operations in index maps."),
    PassKind("linalg-fuse-elementwise-ops", "Joins operations that go over the same elements."),
    PassKind("linalg-fold-unit-extent-dims", "Drops dimensions of size one."),
    PassKind("linalg-inline-scalar-operands", "Reads single numbers inside the operation."),
    PassKind("convert-elementwise-to-linalg", "Writes sums of tensors as structured operations."),
    PassKind("convert-tensor-to-linalg", "Lowers padding of tensors."),
    # From tensors to memory.
    PassKind("empty-tensor-to-alloc-tensor", "Says which empty tensors need memory."),
    PassKind("eliminate-empty-tensors", "Writes straight to where a result ends up."),
    PassKind("one-shot-bufferize", "Decides which tensor lives in which memory, at once.",
             (*_truth("bufferize-function-boundaries", "allow-return-allocs-from-loops",
                      "copy-before-write"),
              PassOption("function-boundary-type-conversion", _LAYOUTS))),
    PassKind("buffer-results-to-out-params", "Hands results back in memory of the caller.",
             _truth("hoist-static-allocs", "add-result-attr")),
    PassKind("buffer-hoisting", "Moves allocations up."),
    PassKind("buffer-loop-hoisting", "Moves allocations out of loops."),
    PassKind("promote-buffers-to-stack", "Puts small allocations on the stack.",
             (_number("max-alloc-size-in-bytes", 0, 65_536),)),
    PassKind("convert-bufferization-to-memref", "Lowers what is left of that decision."),
    PassKind("fold-memref-alias-ops", "Reads through views of memory."),
    PassKind("expand-strided-metadata", "Computes offsets and strides of views."),
    # From structured operations to loops.
    PassKind("convert-linalg-to-loops", "Writes structured operations as loops."),
    PassKind("convert-linalg-to-affine-loops", "The same as loops whose indices are linear."),
    PassKind("convert-linalg-to-parallel-loops", "The same as loops without an order."),
    PassKind("affine-loop-tile", "Cuts linear loops into tiles.", (_number("tile-size", 1, 64),)),
    PassKind("affine-loop-unroll", "Repeats the body of linear loops.",
             (_number("unroll-factor", 1, 16), _number("unroll-full-threshold", 1, 32))),
    PassKind("affine-loop-unroll-jam",
             "Repeats the body of an outer loop and puts the copies into one inner loop.",
             (_number("unroll-jam-factor", 1, 16),)),
    PassKind("affine-loop-invariant-code-motion",
             "Moves in front of a linear loop what each round repeats, reads included."),
    PassKind("affine-loop-normalize", "Lets linear loops begin at 0 and go by 1."),
    PassKind("affine-loop-coalescing", "Makes one linear loop of a nest."),
    PassKind("affine-loop-fusion", "Joins neighbouring linear loops.", _truth("fusion-maximal")),
    PassKind("affine-scalrep", "Hands what was stored on to who reads it."),
    PassKind("affine-super-vectorize", "Turns linear loops into vectors.",
             (PassOption("virtual-vector-size", (), 1, 64, several=True),
              *_truth("vectorize-reductions"))),
    PassKind("affine-parallelize", "Marks linear loops whose rounds are independent.",
             _truth("parallel-reductions")),
    PassKind("scf-for-loop-peeling", "Takes the last, partial round out of a loop."),
    PassKind("scf-for-loop-canonicalization", "Simplifies bounds inside loops."),
    # From vectors and loops to LLVM.
    PassKind("convert-vector-to-scf", "Writes reads of matrices as reads of rows.",
             (*_truth("full-unroll", "lower-tensors"), _number("target-rank", 1, 2))),
    PassKind("lower-vector-multi-reduction", "Writes sums over several dimensions as simple ones.",
             (PassOption("lowering-strategy", _SUMS),)),
    PassKind("lower-affine", "Writes linear indices as multiplications and additions."),
    PassKind("convert-scf-to-cf", "Writes loops as blocks and branches."),
    PassKind("convert-vector-to-llvm", "Vectors to LLVM's vectors.",
             _truth("reassociate-fp-reductions", "force-32bit-vector-indices")),
    PassKind("convert-arith-to-llvm", "Arithmetic to LLVM's."),
    PassKind("convert-math-to-llvm", "Roots, exponentials and the like to LLVM's."),
    PassKind("convert-index-to-llvm", "Indices to LLVM's integers."),
    PassKind("finalize-memref-to-llvm", "Memory to pointers, sizes and strides."),
    PassKind("convert-cf-to-llvm", "Branches to LLVM's."),
    PassKind("convert-func-to-llvm", "Functions to LLVM's.",
             _truth("use-bare-ptr-memref-call-conv")),
    PassKind("reconcile-unrealized-casts", "Drops casts between types that are now the same."),
    # GPUs.
    PassKind("convert-parallel-loops-to-gpu", "Gives marked loops to a GPU's blocks and threads."),
    PassKind("gpu-kernel-outlining", "Makes what runs on a GPU a function of its own."),
    PassKind("gpu-module-to-binary", "Lowers a GPU's function to its assembly.",
             (PassOption("format", ("isa",)),)),
)  # fmt: skip
