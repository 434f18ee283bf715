"""What can be chosen about a mapping: numbers, what is least, hand-overs, memories, operators."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.addresses.chips import SocRequest
from app.soc.views.fields import Field, menu, stepped
from compiler_core.errors import InputError
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.mapping.graph import KernelGraph
from compiler_core.soc.mapping.hand_over import HandOver, usual_hand_over
from compiler_core.soc.mapping.records import Objective
from compiler_core.soc.mapping.units import candidate_units
from compiler_core.soc.mapping.what_if import accelerated, operators_in

PRECISIONS: tuple[Precision, ...] = ("int8", "int4", "fp16", "fp32")
OBJECTIVES: tuple[Objective, ...] = ("time", "energy")
_MICROSECONDS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
LONGEST_HAND_OVER = 1_000_000
_OF_A_SECOND = 1e6
SHARED = "shared"
LINKS = ("1", "4", "16", "64")
ALL = "all"
_WITHOUT, _WITH = "without ", "with "


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingChoice:
    """What a reader has chosen about a mapping."""

    precision: Precision
    """Of the numbers in all kernels."""
    objective: Objective
    """What the mapping is to have least of: `time` or `energy`."""
    hand_over: HandOver
    """How long a hand-over between units waits, and over which link."""
    is_hand_over_chosen: bool
    """Whether a hand-over waits for another time than is usual on the chip."""
    operators: str
    """The value of that menu."""
    lacks: tuple[str, ...] = ()
    """Operators that the accelerator does not run, or runs too, unlike its description."""
    also: tuple[str, ...] = ()
    """Operators that the accelerator runs too, unlike its description."""


def mapping_choice(request: SocRequest, soc: SocDescription, graph: KernelGraph) -> MappingChoice:
    """What is asked for; what this chip or network cannot do is as usual.

    Raises InputError for what cannot be meant.
    """
    objectives: dict[str, Objective] = {objective: objective for objective in OBJECTIVES}
    hand_over = _hand_over(request, soc)
    usual = usual_hand_over(soc)
    choice = MappingChoice(
        precision=_precision(request, soc),
        objective=objectives[request.one_of("objective", OBJECTIVES)],
        hand_over=hand_over,
        is_hand_over_chosen=hand_over.synchronisation_seconds != usual.synchronisation_seconds,
        operators="",
    )
    return _with_operators(choice, request.value("operators"), soc, graph)


def known_precisions(soc: SocDescription) -> tuple[Precision, ...]:
    """Those at which the speed of one of the chip's units is known."""
    return tuple(precision for precision in PRECISIONS if _runs(soc, precision))


def _runs(soc: SocDescription, precision: Precision) -> bool:
    try:
        return bool(candidate_units(soc, precision))
    except InputError:
        return False


def _precision(request: SocRequest, soc: SocDescription) -> Precision:
    wanted = request.one_of("precision", PRECISIONS)
    known = known_precisions(soc)
    precisions: list[Precision] = [choice for choice in known if choice == wanted] or list(known)
    return precisions[0] if precisions else "int8"


def _hand_over(request: SocRequest, soc: SocDescription) -> HandOver:
    usual = usual_hand_over(soc)
    memory = request.one_of("memory", (SHARED, *LINKS))
    link = None if memory == SHARED else float(memory) * 1e9
    waits = usual.synchronisation_seconds
    if request.value("hand_over"):
        waits = request.whole("hand_over", 0, 0, LONGEST_HAND_OVER) / _OF_A_SECOND
    return replace(usual, synchronisation_seconds=waits, link_bytes_per_second=link)


def _with_operators(
    choice: MappingChoice, wanted: str, soc: SocDescription, graph: KernelGraph
) -> MappingChoice:
    """An operator that the network does not have is left from another one: as usual."""
    names = operators_in(graph)
    runs = accelerated(soc, names)
    missing = tuple(name for name in names if name not in runs)
    if wanted == ALL and missing:
        return replace(choice, operators=wanted, also=missing)
    if wanted.startswith(_WITHOUT) and wanted.removeprefix(_WITHOUT) in runs:
        return replace(choice, operators=wanted, lacks=(wanted.removeprefix(_WITHOUT),))
    if wanted.startswith(_WITH) and wanted.removeprefix(_WITH) in missing:
        return replace(choice, operators=wanted, also=(wanted.removeprefix(_WITH),))
    return choice


def mapping_fields(
    soc: SocDescription, graph: KernelGraph, choice: MappingChoice
) -> tuple[Field, ...]:
    """As far as the chip has more than one unit, and an accelerator."""
    memories = [(SHARED, "one, shared"), *((rate, f"own, link of {rate} GB/s") for rate in LINKS)]
    link = choice.hand_over.link_bytes_per_second
    fields = [
        menu(
            "precision",
            "Numbers",
            choice.precision,
            [(precision, precision) for precision in known_precisions(soc)],
        ),
        menu("objective", "Least", choice.objective, [(goal, goal) for goal in OBJECTIVES]),
        _hand_over_field(soc, choice),
        menu("memory", "Main memory", f"{link / 1e9:g}" if link else SHARED, memories),
    ]
    if any(unit.kind == "npu" for unit in soc.units):
        fields.append(_operators_field(soc, graph, choice))
    return tuple(fields)


def _hand_over_field(soc: SocDescription, choice: MappingChoice) -> Field:
    own = usual_hand_over(soc).synchronisation_seconds
    now = choice.hand_over.synchronisation_seconds
    seconds = sorted({own, now, *(microsecond / _OF_A_SECOND for microsecond in _MICROSECONDS)})
    choices = [
        ("", f"{duration * 1e6:g} µs, as it is")
        if duration == own
        else (_whole(duration), f"{duration * 1e6:g} µs")
        for duration in seconds
    ]
    return stepped("hand_over", "A hand-over waits", "" if now == own else _whole(now), choices)


def _whole(seconds: float) -> str:
    return str(round(seconds * 1e6))


def _operators_field(soc: SocDescription, graph: KernelGraph, choice: MappingChoice) -> Field:
    names = operators_in(graph)
    runs = accelerated(soc, names)
    missing = [name for name in names if name not in runs]
    choices = [("", "as it is")]
    choices += [(ALL, "all of this network")] if missing else []
    choices += [(f"{_WITH}{operator}", f"{operator} too") for operator in missing]
    choices += [(f"{_WITHOUT}{run}", f"all but {run}") for run in runs]
    return menu("operators", "Operators of the accelerator", choice.operators, choices)
