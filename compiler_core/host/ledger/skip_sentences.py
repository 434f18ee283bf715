"""What leaving one pass out came to, in sentences from its own numbers."""

from __future__ import annotations

from compiler_core.amounts import three_digits
from compiler_core.host.ledger.record import ReplacedWork, SkippedPass
from compiler_core.host.running.run_words import LEFT_OUT, library_executed

_NAMED = 2


def skip_sentences(skipped: SkippedPass) -> tuple[str, ...]:
    """What is lost in the end, whether later passes made up for it, and which did."""
    if skipped.pipeline is None or skipped.without is None:
        return ()
    sentences = (
        _in_the_end(skipped, skipped.pipeline.instructions, skipped.without.instructions),
        _library(
            (skipped.without.instructions, skipped.pipeline.instructions),
            skipped.without_library,
            skipped.pipeline_library,
        ),
        _made_up(skipped, skipped.without.instructions - skipped.pipeline.instructions),
        _who(skipped.later),
        _bits(skipped),
        _other_end(skipped, skipped.pipeline.instructions),
    )
    return tuple(sentence for sentence in sentences if sentence)


def _in_the_end(skipped: SkippedPass, whole: int, without: int) -> str:
    name = skipped.pass_name
    if without == whole:
        return (
            f"Without {name} at this place the function executes as many instructions: {whole:,}."
        )
    more, fewer = max(without, whole), min(without, whole)
    compared = f", {three_digits(more / fewer)} times as many" if without > whole and fewer else ""
    word = "instead of" if without > whole else "and not"
    return (
        f"Without {name} at this place the function executes {without:,} instructions {word} "
        f"{whole:,}{compared}."
    )


def _library(own: tuple[int, int], without: int, whole: int) -> str:
    """What the counts leave out, where it is not the same on both sides. own: the function's
    instructions without the pass and with it."""
    if without == whole:
        return ""
    return (
        f"{LEFT_OUT} It executes {library_executed(without)} without the pass and "
        f"{library_executed(whole)} with it{_together(own, without, whole)}."
    )


def _together(own: tuple[int, int], without: int, whole: int) -> str:
    """Both with what is called: a loop become one call executes next to nothing itself."""
    first, last = own[0] + without, own[1] + whole
    return f": {first:,} instructions and {last:,} with the function's own"


def _made_up(skipped: SkippedPass, lost: int) -> str:
    """What it saved at its place, and how much more later passes save with it or without it: the
    two add up to what is lost in the end, whatever their signs."""
    saved = skipped.saved
    if saved is None or saved == lost:
        return ""
    effect = f"saved {saved:,}" if saved > 0 else f"cost {-saved:,}" if saved else "saved nothing"
    with_it, without_it = ("with", "without") if lost > saved else ("without", "with")
    return (
        f"At its place it {effect}. Later passes save {abs(lost - saved):,} more {with_it} it than "
        f"{without_it} it."
    )


def _who(later: tuple[ReplacedWork, ...]) -> str:
    most = sorted(later, key=lambda row: -abs(row.saved_without - row.saved))[:_NAMED]
    if not most:
        return ""
    named = " and ".join(
        f"{row.pass_name} {_signed(row.saved_without)} instead of {_signed(row.saved)}"
        for row in most
    )
    return f"Without it, later passes save otherwise: {named}."


def _signed(saved: int) -> str:
    """With the sign that stands for a minus in text."""
    return f"{saved:,}".replace("-", "−")


def _bits(skipped: SkippedPass) -> str:
    return "" if skipped.same_bits else "The results then differ in their bits."


def _other_end(skipped: SkippedPass, pipeline: int) -> str:
    if skipped.whole is None or skipped.whole.instructions == pipeline:
        return ""
    return (
        f"Run whole by opt, the printed pipeline comes to {pipeline:,} instructions; Clang itself, "
        f"by other limits or in another order of uses, to {skipped.whole.instructions:,}."
    )
