"""The ledger in sentences, from its own numbers."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.record import LedgerBar, Method
from compiler_core.host.ledger.stopped_compiles import CODE_GENERATION
from compiler_core.host.ledger.trial_runs import NOT_TRIED, OUT_OF_TIME

_NAMED = 3
# A pass that moves less than this part of the whole difference is not worth a sentence.
_LEAST_PART = 0.01


def ledger_sentences(
    method: Method,
    before: Totals | None,
    whole: Totals,
    bars: Sequence[LedgerBar],
    interaction: int | None,
) -> tuple[str, ...]:
    """From how many instructions to how many, which passes did it, and which cost."""
    scale = _scale(before, whole, bars)
    passes = [bar for bar in bars if bar.step is not None]
    found = [
        _overall(method, before, whole),
        _best(method, passes, scale),
        _costly(method, passes, scale),
        _code_generation(bars, scale),
        _interaction(interaction, scale) if method == "without it" else "",
        _free(passes),
        _other_bits(passes),
        _limited(passes),
    ]
    return tuple(sentence for sentence in found if sentence)


def machine_sentences(bars: Sequence[LedgerBar], whole: Totals) -> tuple[str, ...]:
    """What code generation's parts give, by the whole without each."""
    counted = [bar for bar in bars if bar.saved is not None]
    moved = sorted((bar for bar in counted if bar.saved), key=_saved, reverse=True)
    if not counted or not whole.instructions:
        return ()
    if not moved:
        return (f"Without any one of {len(counted)} parts of code generation as much is executed.",)
    first = moved[0]
    found = [f"Without {first.pass_name} {abs(_saved(first)):,} instructions "
             f"{'more' if _saved(first) > 0 else 'fewer'} are executed "
             f"({abs(_saved(first)) / whole.instructions:.1%})."]  # fmt: skip
    idle = len(counted) - len(moved)
    if idle:
        found.append(f"{idle} more can be switched off without a change of the count.")
    return tuple(found)


def _scale(before: Totals | None, whole: Totals, bars: Sequence[LedgerBar]) -> int:
    """The whole difference; the largest bar where that is not known."""
    if before is not None:
        return abs(before.instructions - whole.instructions)
    return max((abs(bar.saved or 0) for bar in bars), default=0)


def _overall(method: Method, before: Totals | None, whole: Totals) -> str:
    if before is None or not whole.instructions:
        return ""
    start = (
        "Before any pass the code executes"
        if method == "stopped here"
        else "Without all of these passes the code executes"
    )
    ratio = before.instructions / whole.instructions
    return (
        f"{start} {before.instructions:,} instructions, in the end {whole.instructions:,}: "
        f"{ratio:.3g} times as many before as after."
    )


def _best(method: Method, bars: Sequence[LedgerBar], scale: int) -> str:
    gains = sorted((bar for bar in bars if _matters(bar, scale, 1)), key=_saved, reverse=True)
    if not gains:
        return ""
    named = ", ".join(f"{bar.pass_name} {_saved(bar):,}" for bar in gains[:_NAMED])
    words = "Saved most" if method == "stopped here" else "Missed most when left out"
    return f"{words}: {named}."


def _costly(method: Method, bars: Sequence[LedgerBar], scale: int) -> str:
    costs = sorted((bar for bar in bars if _matters(bar, scale, -1)), key=_saved)
    if not costs:
        return ""
    named = ", ".join(f"{bar.pass_name} {-_saved(bar):,}" for bar in costs[:_NAMED])
    if method == "without it":
        return f"Without these the code would execute fewer: {named}."
    return f"These made it dearer for the moment: {named}. What a later pass does with it pays."


def _code_generation(bars: Sequence[LedgerBar], scale: int) -> str:
    """What is left between the last code, read back, and the real compile."""
    rest = sum(_saved(bar) for bar in bars if bar.pass_name == CODE_GENERATION)
    if abs(rest) < _LEAST_PART * scale or not rest:
        return ""
    more = "more" if rest < 0 else "fewer"
    return (
        f"In the end code generation made {abs(rest):,} instructions {more} of the same code: "
        "printed and read back, it has lost the order in which values are used, and choices fall "
        "otherwise."
    )


def _interaction(interaction: int | None, scale: int) -> str:
    if interaction is None:
        return "The code without all of these passes does not run, so the whole gain is not known."
    if abs(interaction) <= _LEAST_PART * scale:
        return ""
    return (
        f"The bars do not add up: {interaction:,} instructions are interaction, for passes prepare "
        "or repair each other's work."
    )


def _free(bars: Sequence[LedgerBar]) -> str:
    free = sum(bar.saved == 0 for bar in bars)
    if not free:
        return ""
    passes = "1 pass" if free == 1 else f"{free} passes"
    return f"{passes} changed the code without changing how much it executes on this input."


def _other_bits(bars: Sequence[LedgerBar]) -> str:
    others = [bar.pass_name for bar in bars if bar.same_bits is False]
    if not others:
        return ""
    return (
        f"Results differ in their bits from the final code's at {others[0]}"
        + (f" and {len(others) - 1} more" if len(others) > 1 else "")
        + ". Such a pass rounds elsewhere, as contraction into one multiply-add does."
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
    return sign * _saved(bar) > 0 and abs(_saved(bar)) >= _LEAST_PART * scale
