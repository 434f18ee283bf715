"""Where a reader is in the profiling exercise: read from the address, and addresses of next steps.

All state is in the address: the network, the tries so far, the one that is looked at, the one it is
compared with, the step, and the answers to the questions about the current try.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.addresses.chips import SocRequest
from app.soc.profile_place import MOST_TRIES, TriesWalk, chosen_name, try_place, written_tries
from compiler_core.soc.profiling.bottleneck import BOTTLENECKS, Bottleneck
from compiler_core.soc.profiling.loops.binding import LOOP_BOTTLENECKS
from compiler_core.soc.profiling.variants import PLAIN, Variant, variant_of

MOST_PARTS = 1000
QUESTIONS = ("a0", "a1", "a2")
_FORGOTTEN: dict[str, str] = dict.fromkeys(QUESTIONS, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise(TriesWalk):
    """variants: the plain program, then each try. answers: by question, None where nothing was
    chosen. part: of a network that is counted in parts, 0 for the one that multiplies most.
    """

    forgotten = _FORGOTTEN
    network: str
    variants: tuple[Variant, ...]
    answers: tuple[Bottleneck | None, ...]
    part: int = 0

    @property
    def is_full(self) -> bool:
        """Whether no further try is kept."""
        return len(self.variants) >= MOST_TRIES

    def trying(self, variant: Variant) -> str:
        """The address that measures this variant beside the current one."""
        known = self.variants if variant in self.variants else (*self.variants, variant)
        written = ",".join(choice.text for choice in known[1:])
        tries = f"{owner_of(self.network, self.part)}~{written}" if written else ""
        return self.measuring(tries, known.index(variant))

    def without_tries(self) -> str:
        """The beginning."""
        return self.asked.with_values(tries="", at="", before="", step="", **_FORGOTTEN).address()


def exercise_of(request: SocRequest, network: str) -> Exercise:
    """Read the address; tries of another network are forgotten. Raises InputError for nonsense."""
    part = _part(request, network)
    written = written_tries(request, owner_of(network, part))
    variants = tuple(dict.fromkeys((PLAIN, *map(variant_of, written or ()))))
    position = try_place(request, written, len(variants))
    return Exercise(
        asked=request,
        network=network,
        variants=variants,
        current=position.current,
        before=position.before,
        step=position.step,
        answers=tuple(
            chosen_name(request, question, BOTTLENECKS, LOOP_BOTTLENECKS) for question in QUESTIONS
        ),
        part=part,
    )


def owner_of(network: str, part: int) -> str:
    """Tells a network's tries from another's; tactics belong to the kernels of one part."""
    return f"{network}.{part}" if part else network


def _part(request: SocRequest, network: str) -> int:
    """Written `resnet50.7`; 0 where it is of another network. Raises InputError for no number."""
    owner, _, number = request.value("part").rpartition(".")
    if owner != network:
        return 0
    return replace(request, values=(("part", number),)).whole("part", 0, 1, MOST_PARTS)
