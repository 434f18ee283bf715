"""What the layouts show, in sentences computed from what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.whole_program.call_sentences import lines_text
from compiler_core.host.whole_program.profile_record import Direction, Layout

NO_BRANCH = (
    "No branch of this function goes one way on one input and the other way on the other. Either "
    "the compiler made no branch of the data (a select, vector code, a table), or these inputs are "
    "too much alike for it."
)
SAME_OUTPUTS = "All three builds wrote the same results, bit by bit, on both inputs."
OTHER_OUTPUTS = (
    "The builds wrote different results: a profile may change which operations are fused or "
    "reordered where the flags allow it."
)
GCC_EXTRAS = (
    "-fprofile-use of GCC also switches on unrolling, peeling and vectorisation where the counts "
    "call for it. Add -fno-unroll-loops -fno-peel-loops -fno-tracer to see the layout alone."
)
# Jumps per round that make one input the one the compiler guessed.
_CLEAR = 0.2
# A loop that is not unrolled jumps back once per round, the last one left out.
_ONE_BACK = 0.9
UNROLLED = (
    " That is not the branch's direction alone: the loop is unrolled now (the branch is there "
    "{copies} times), so that several rounds share one jump back."
)
# Less than this share of a jump per round is no difference worth a sentence.
_NOTABLE = 0.02


def with_sentences(layouts: tuple[Layout, ...]) -> tuple[Layout, ...]:
    """The layouts with title, `flipped` and sentence; the first is the one without a profile."""
    base = layouts[0]
    return tuple(_told(layout, base) for layout in layouts)


def _told(layout: Layout, base: Layout) -> Layout:
    flipped = _flipped(layout.direction, base.direction)
    title = f"with a profile of {layout.profile}" if layout.profile else "without a profile"
    titled_layout = replace(layout, title=title, flipped=flipped)
    return replace(titled_layout, sentence=_sentence(titled_layout, base))


def _flipped(direction: Direction | None, base: Direction | None) -> bool:
    if direction is None or base is None or not direction.falls or not base.falls:
        return False
    return direction.falls != base.falls


def _sentence(layout: Layout, base: Layout) -> str:
    direction = layout.direction
    if base.direction is None:
        return NO_BRANCH
    if direction is None:
        return f"{_opening(layout)} the branch of line {base.direction.source_line} is gone."
    words = f"{_opening(layout)} the branch of line {direction.source_line} {_turn(layout)}"
    return f"{words}{_sides(direction)}.{_gain(direction, layout, base.direction)}"


def _opening(layout: Layout) -> str:
    return f"With the profile of {layout.profile}," if layout.profile else "Without a profile"


def _turn(layout: Layout) -> str:
    direction = layout.direction
    if direction is None or not direction.falls:
        return "falls through about as often on both inputs"
    if not layout.profile:
        return f"is seldom taken with {direction.falls}"
    return "turns round" if layout.flipped else "keeps its direction"


def _sides(direction: Direction) -> str:
    if not direction.falls_lines and not direction.jumps_lines:
        return ""
    next_one, jumped = _side(direction.falls_lines), _side(direction.jumps_lines)
    comes = "come" if len(direction.falls_lines) > 1 else "comes"
    are = "are" if len(direction.jumps_lines) > 1 else "is"
    return f": {next_one} {comes} next, {jumped} {are} jumped to"


def _side(lines: tuple[int, ...]) -> str:
    return lines_text(lines) if lines else "the code after both"


def _gain(direction: Direction, layout: Layout, base: Direction) -> str:
    """Jumps on the input the profile was taken from."""
    if not layout.profile:
        return ""
    before, after = base.jumps[layout.profile], direction.jumps[layout.profile]
    if abs(before - after) < _NOTABLE:
        return f" On that input each round takes {after:.2f} jumps, as before."
    verb = "fall" if after < before else "rise"
    moved = f" On that input jumps per round {verb} from {before:.2f} to {after:.2f}."
    if direction.copies > base.copies and after < _ONE_BACK <= before:
        return moved + UNROLLED.format(copies=direction.copies)
    return moved


def usual_and_inverted(base: Layout, names: tuple[str, str]) -> tuple[str, str]:
    """The input that the layout without a profile suits, and the other; empty if it serves both.

    A loop has to jump back once per round anyway. Where the branch is that jump, it may go either
    way and cost the same, so its direction alone does not tell.
    """
    if base.direction is None:
        return "", ""
    first, second = (base.direction.jumps[name] for name in names)
    if abs(first - second) < _CLEAR:
        return "", ""
    return (names[0], names[1]) if first < second else (names[1], names[0])


def summary_of(layouts: Sequence[Layout], usual: str) -> tuple[str, ...]:
    """All sentences, and the one that says which input is the usual one."""
    if layouts[0].direction is None:
        return (NO_BRANCH,)
    guess = _guess(layouts[0].direction, usual)
    return (guess, *(layout.sentence for layout in layouts))


def _guess(base: Direction, usual: str) -> str:
    if usual:
        other = next(name for name in base.jumps if name != usual)
        return (
            f"The compiler's own guess suits {usual}: {base.jumps[usual]:.2f} jumps each time "
            f"round, {base.jumps[other]:.2f} with {other}."
        )
    taken = " and ".join(dict.fromkeys(f"{jumps:.2f}" for jumps in base.jumps.values()))
    return (
        f"The compiler's own layout serves both inputs alike: {taken} jumps each time round. A "
        "loop has to jump back once anyway, and here either way through it needs no other jump."
    )


def notes_of(family: str, agree: bool) -> tuple[str, ...]:
    """What holds for all builds."""
    same = SAME_OUTPUTS if agree else OTHER_OUTPUTS
    return (same, GCC_EXTRAS) if family == "gcc" else (same,)
