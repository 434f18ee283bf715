"""The page on tensorising: a nest is matched, rewritten around an instruction, and counted."""

from __future__ import annotations

from compiler_core.atlas.recorded import recorded_moment
from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.tensorise.by_mlir import BY_MLIR_FACTS, by_mlir
from compiler_core.atlas.tensorise.catalogue import NESTS
from compiler_core.atlas.tensorise.emission import FUNCTION, plain_text, tensor_text
from compiler_core.atlas.tensorise.matching import INTRINSICS, Intrinsic, Match, index_map, match
from compiler_core.atlas.tensorise.nest import Nest
from compiler_core.errors import InputError
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.record import Counts
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

_COMPILER = "gcc"
_SCALAR = "-O2 -fno-tree-vectorize"
_NEON = "-O3"
_MATCHING, _REASON = "the nest matches", "reason"

_FACTS = (
    AtlasFact(name=_MATCHING, unit="", basis="computed"),
    AtlasFact(name=_REASON, unit="", basis="computed"),
    AtlasFact(name="instructions, scalar", unit="", basis="counted"),
    AtlasFact(name="instructions, GCC with NEON", unit="", basis="counted"),
    AtlasFact(name="instructions, GCC with the feature", unit="", basis="counted"),
    AtlasFact(name="instructions, tensorised", unit="", basis="counted"),
    AtlasFact(name="scalar over tensorised", unit="times", basis="counted"),
    AtlasFact(name="results are the same", unit="", basis="counted"),
    *BY_MLIR_FACTS,
)


def _compute(settings: Settings) -> PageFinding:
    nest = next(candidate for candidate in NESTS if candidate.name == settings["nest"])
    intrinsic = INTRINSICS[settings["instruction"]]
    roles = match(nest, intrinsic)
    version = find_compiler(_COMPILER).version
    if isinstance(roles, str):
        return PageFinding(
            facts={_MATCHING: False, _REASON: roles},
            steps=(_normalised(nest), _refused(nest, roles)),
            sentence=f"{intrinsic.name} does not fit. {roles}",
            version=version,
        )
    return _matched(nest, intrinsic, roles, version)


def _matched(nest: Nest, intrinsic: Intrinsic, roles: Match, version: str) -> PageFinding:
    plain, tensorised = plain_text(nest, roles), tensor_text(nest, roles, intrinsic)
    feature = f"-march=armv8.2-a+{intrinsic.feature}"
    runs = (
        _counted(plain, _SCALAR), _counted(plain, _NEON), _counted(plain, f"-O3 {feature}"),
        _counted(tensorised, f"-O2 {feature}"),
    )  # fmt: skip
    scalar, neon, with_feature, own = (run.instructions for run in runs)
    mlir = by_mlir(nest, roles, lambda: recorded_moment(TENSORISE))
    return PageFinding(
        facts={
            _MATCHING: True,
            _REASON: "it is the intrinsic's nest, larger",
            "instructions, scalar": scalar,
            "instructions, GCC with NEON": neon,
            "instructions, GCC with the feature": with_feature,
            "instructions, tensorised": own,
            "scalar over tensorised": scalar / own,
            "results are the same": len({run.output_digest for run in runs}) == 1,
            **mlir.facts,
        },
        steps=(
            _normalised(nest), _step_matched(nest, roles), _split(nest, roles, intrinsic),
            _replaced(intrinsic, plain, tensorised), *mlir.steps,
        ),
        sentence=f"{nest.title.capitalize()} takes {scalar:,} instructions as it stands and "
        f"{own:,} around {intrinsic.name}, {scalar / own:.0f} times fewer; GCC by itself comes to "
        f"{with_feature:,} when it may use the same instructions.",
        version=version, recorded_parts=mlir.recorded,
    )  # fmt: skip


def _counted(text: str, flags: str) -> Counts:
    """Raises InputError when the run does not come to its end."""
    source = SourceFile("product.c", text)
    counts = count_source((source,), _COMPILER, flags, experiment_of(FUNCTION))
    if not counts.ok:
        raise InputError(f"The program does not run: {counts.message}")
    return counts


def _text(title: str, lines: tuple[str, ...]) -> Snapshot:
    return Snapshot(title, tuple(SnapshotLine(str(at), line) for at, line in enumerate(lines)))


def _normalised(nest: Nest) -> Step:
    return Step("normalise", "nest", True, None, _text("The nest", nest.lines))


def _refused(nest: Nest, reason: str) -> Step:
    change = Change("refused", nest.title, reason)
    return Step("match", "nest", False, None, None, changes=(change,))


def _step_matched(nest: Nest, roles: Match) -> Step:
    lines = (
        f"{roles.row}: rows, of {nest.result.array} and {roles.left.array}",
        f"{roles.column}: columns, of {nest.result.array} and {roles.right.array}",
        f"{roles.depth}: depth, of {roles.left.array} and {roles.right.array}, summed",
    )
    return Step("match", "nest", True, None, _text("Roles", lines))


def _split(nest: Nest, roles: Match, intrinsic: Intrinsic) -> Step:
    lines = tuple(index_map(roles, intrinsic))
    return Step("split", "nest", True, None, _text("A tile inside each loop", lines))


def _replaced(intrinsic: Intrinsic, plain: str, tensorised: str) -> Step:
    return Step(
        f"pack, and replace by {intrinsic.name}",
        "nest",
        True,
        None,
        _text("C with the intrinsic", tuple(tensorised.splitlines())),
        changes=(Change("replaced", intrinsic.name, "A tile of the nest is the intrinsic's."),),
        metrics={
            "lines of C": float(len(tensorised.splitlines())),
            "before": float(len(plain.splitlines())),
        },
    )


TENSORISE = AtlasPage(
    name="tensorise",
    title="Tensorising: an instruction that is a loop nest",
    idea="SDOT multiplies sixteen pairs and adds them into four sums. To use it, a compiler has to "
    "find its little loop nest inside yours.",
    label="live",
    tool="GCC",
    explains=(("graph", "engine"), ("language", "engine")),
    controls=(
        Control(
            name="nest",
            title="Nest",
            explains="What is to be matched.",
            usual="product",
            choices=tuple((nest.name, nest.title) for nest in NESTS),
        ),
        Control(
            name="instruction",
            title="Instruction",
            usual="sdot",
            explains="SDOT sums four products in each of four lanes; SMMLA multiplies 2 × 8 "
            "by 8 × 2.",
            choices=tuple((name, operation.name) for name, operation in INTRINSICS.items()),
        ),
    ),
    facts=_FACTS,
    compute=_compute,
)
