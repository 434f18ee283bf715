"""The ledger in sentences, from its own numbers."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.amounts import count, three_digits
from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.record import Ledger, LedgerBar, Method
from compiler_core.host.ledger.stopped_compiles import CODE_GENERATION
from compiler_core.host.ledger.trial_runs import NOT_TRIED, OUT_OF_TIME
from compiler_core.host.passes.concepts import NO_CONCEPT
from compiler_core.host.running.run_words import LEFT_OUT, library_executed

_NAMED = 3
_MOST_NAMED = 6
# A pass that moves less than this part of the whole difference is not worth a sentence.
_LEAST_PART = 0.01
_ENDS: dict[Method, tuple[str, str]] = {
    "stopped here": ("before any pass", "in the end"),
    "without it": ("without any of them", "with them"),
}


def ledger_sentences(
    method: Method,
    before: Totals | None,
    whole: Totals,
    bars: Sequence[LedgerBar],
    interaction: int | None,
    library: tuple[int, int] = (0, 0),
) -> tuple[str, ...]:
    """From how many instructions to how many, which passes did it, and which cost. library: what
    code of a library that was called executed before and in the end."""
    scale = _scale(before, whole, bars)
    passes = [bar for bar in bars if bar.step is not None]
    sentences = [
        _overall(method, before, whole, library),
        _library(method, before, whole, bars, library),
        _best(method, passes, scale),
        _costly(method, passes, scale),
        _code_generation(bars, scale),
        _interaction(interaction, before, whole, scale) if method == "without it" else "",
        _free(method, passes),
        _other_bits(passes),
        _limited(passes),
    ]
    return tuple(sentence for sentence in sentences if sentence)


def unpriced_sentences(ledger: Ledger) -> tuple[str, ...]:
    """Passes that the compiler needs, and those without a bar, each reason once."""
    failed = [bar for bar in ledger.bars if bar.saved is None]
    needed = f"The compiler compiles nothing without {', '.join(ledger.needed)}."
    sentences = [needed] if ledger.needed else []
    for message in dict.fromkeys(bar.message for bar in failed):
        names = [bar.pass_name for bar in failed if bar.message == message]
        rest = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        sentences.append(f"Without a bar: {', '.join(names[:_MOST_NAMED])}{rest}. {message}")
    return tuple(sentences)


def machine_sentences(bars: Sequence[LedgerBar], whole: Totals) -> tuple[str, ...]:
    """What code generation's parts give, by the whole without each."""
    counted = [bar for bar in bars if bar.saved is not None]
    moved = sorted((bar for bar in counted if bar.saved), key=_saved, reverse=True)
    if not counted or not whole.instructions:
        return ()
    if not moved:
        return (f"Without any one of {len(counted)} parts of code generation as much is executed.",)
    first = moved[0]
    more = "more" if _saved(first) > 0 else "fewer"
    noun = "instruction" if abs(_saved(first)) == 1 else "instructions"
    sentences = [
        f"Without {first.pass_name}: {abs(_saved(first)):,} {more} {noun} executed "
        f"({abs(_saved(first)) / whole.instructions:.1%})."
    ]
    idle = len(counted) - len(moved)
    if idle:
        sentences.append(f"{idle} more can be switched off without a change of the count.")
    return tuple(sentences)


def _scale(before: Totals | None, whole: Totals, bars: Sequence[LedgerBar]) -> int:
    """The whole difference; the largest bar where that is not known."""
    if before is not None:
        return abs(before.instructions - whole.instructions)
    return max((abs(bar.saved or 0) for bar in bars), default=0)


def _overall(method: Method, before: Totals | None, whole: Totals, library: tuple[int, int]) -> str:
    """With what it calls: a loop become memcpy executes next to nothing itself."""
    if not whole.instructions:
        return ""
    stopped = method == "stopped here"
    if before is None:
        executed = count(whole.instructions + library[1], "instruction")
        ending = f"In the end the code executes {executed}{_called(library[1])}"
        return f"{ending}; how many before any pass is not known." if stopped else ""
    start = "Before any pass" if stopped else "Without any of the passes that can be left out"
    compared = "before as after" if stopped else "without as with them"
    first, last = before.instructions + library[0], whole.instructions + library[1]
    executed = f"{count(first, 'instruction')}{_called(library[0])}"
    opening = f"{start} the code executes {executed}, {_ENDS[method][1]} "
    if first == last:
        return f"{opening}just as many{_called(library[1])}."
    ratio = three_digits(first / last)
    times = f": {ratio} times as many {compared}" if ratio != "1" else ""
    return f"{opening}{last:,}{_called(library[1])}{times}."


def _called(instructions: int) -> str:
    return f" ({instructions:,} of them in library code that it calls)" if instructions else ""


def _library(
    method: Method,
    before: Totals | None,
    whole: Totals,
    bars: Sequence[LedgerBar],
    library: tuple[int, int],
) -> str:
    """What the bars leave out, where a call leads into a library: a pass that puts such a call
    in, or copies one in, has a bar that is too high or too low by it."""
    if not any((*library, *(bar.library for bar in bars))):
        return ""
    start, end = _ENDS[method]
    if before is None or not whole.instructions:
        return f"{LEFT_OUT} It executes {library_executed(library[1])} {end}."
    own = f"{before.instructions:,} {start} and {whole.instructions:,} {end}"
    return f"The bars leave library code out: the code's own instructions are {own}."


def _best(method: Method, bars: Sequence[LedgerBar], scale: int) -> str:
    gains = sorted((bar for bar in bars if _matters(bar, scale, 1)), key=_saved, reverse=True)
    if not gains:
        return ""
    named = ", ".join(_with_words(bar, _saved(bar)) for bar in gains[:_NAMED])
    words = "Saved most" if method == "stopped here" else "Missed most when left out"
    return f"{words}: {named}."


def _with_words(bar: LedgerBar, instructions: int) -> str:
    """A pass, its instructions and what it does, as in `LICMPass 40 (moves …)`."""
    known = bar.title and bar.title != NO_CONCEPT
    begins = bar.title[:1] if bar.title[1:2].isupper() else bar.title[:1].lower()
    words = f" ({begins}{bar.title[1:]})" if known else ""
    return f"{bar.pass_name} {instructions:,}{words}"


def _costly(method: Method, bars: Sequence[LedgerBar], scale: int) -> str:
    costs = sorted((bar for bar in bars if _matters(bar, scale, -1)), key=_saved)
    if not costs:
        return ""
    named = ", ".join(_with_words(bar, -_saved(bar)) for bar in costs[:_NAMED])
    if method == "without it":
        return f"Without these the code would execute fewer: {named}."
    which = "These passes" if len(costs) > 1 else "This pass"
    return f"{which} made it dearer: {named}. {_after(bars, costs)}".rstrip()


def _after(bars: Sequence[LedgerBar], costs: Sequence[LedgerBar]) -> str:
    """What passes behind the last of those that cost saved: whether thanks to it, no bar says."""
    last = max(bars.index(bar) for bar in costs)
    later = bars[last + 1 :]
    if any(bar.saved is None for bar in later):
        return ""
    gained = sum(max(_saved(bar), 0) for bar in later)
    behind = f"After {bars[last].pass_name}" if len(costs) > 1 else "After it"
    if not gained:
        return f"{behind} no pass saved anything."
    return f"{behind}, passes saved {gained:,}."


def _code_generation(bars: Sequence[LedgerBar], scale: int) -> str:
    """What is left between the last code, read back, and the real compile."""
    rest = sum(_saved(bar) for bar in bars if bar.pass_name == CODE_GENERATION)
    if abs(rest) < _LEAST_PART * scale or not rest:
        return ""
    more = "more" if rest < 0 else "fewer"
    noun = "instruction" if abs(rest) == 1 else "instructions"
    return (
        f"In the end code generation made {abs(rest):,} {noun} {more} of the same code: "
        "printed and read back, it has lost the order in which values are used, and choices fall "
        "otherwise."
    )


def _interaction(interaction: int | None, before: Totals | None, whole: Totals, scale: int) -> str:
    if interaction is None or before is None:
        return "The code without all of these passes does not run, so the whole gain is not known."
    if abs(interaction) <= _LEAST_PART * scale:
        return ""
    gain = before.instructions - whole.instructions
    return (
        f"The bars do not add up: together they come to {gain - interaction:,} instructions, and "
        f"the whole gain is {gain:,}. The difference is interaction, for passes prepare or repair "
        "each other's work."
    )


def _free(method: Method, bars: Sequence[LedgerBar]) -> str:
    free = sum(bar.saved == 0 for bar in bars)
    if not free:
        return ""
    passes = "1 pass" if free == 1 else f"{free} passes"
    if method == "without it":
        return f"{passes} can be left out, one at a time, and as much is executed on this input."
    return f"{passes} changed the code without changing how much it executes on this input."


def _other_bits(bars: Sequence[LedgerBar]) -> str:
    priced = [bar for bar in bars if bar.saved is not None]
    others = [bar.pass_name for bar in priced if bar.same_bits is False]
    if not others:
        return ""
    return (
        f"Results differ in their bits from the final code's at {others[0]}"
        + (f" and {len(others) - 1} more" if len(others) > 1 else "")
        + ". Either floating-point numbers are rounded elsewhere, as contraction into one "
        "multiply-add does, or the source leaves its result open, as one that reads a variable "
        "before it is set or overflows a signed number."
    )


def _limited(bars: Sequence[LedgerBar]) -> str:
    """What a limit left, with its own words."""
    left = [bar for bar in bars if bar.message in (NOT_TRIED, OUT_OF_TIME)]
    if not left:
        return ""
    return f"{len(left)} of {len(bars)} passes have no bar. {left[0].message}"


def _saved(bar: LedgerBar) -> int:
    return bar.saved or 0


def _matters(bar: LedgerBar, scale: int, sign: int) -> bool:
    """Also with the library code that it calls or copies in."""
    both = _saved(bar) + bar.library_saved
    return sign * _saved(bar) > 0 and abs(_saved(bar)) >= _LEAST_PART * scale and sign * both > 0
