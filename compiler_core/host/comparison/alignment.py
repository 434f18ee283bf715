"""Which line of one function answers which line of the other.

The idea in three steps. Innermost loops of the same source line are anchors: the main body faces
the main body, and what stands between two anchors faces what stands between their partners. Inside
such a pair of stretches, four longest common subsequences refine each other: colours that occur
once (the same work on the same inputs), equal shapes, equal mnemonics, equal kinds of work. What
remains on both sides with equal colour or shape has moved; everything else was removed or added.

Each step is the bit-parallel subsequence of `longest_common`, so that thousands of lines stay fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from compiler_core.host.canonical import first_appearance_texts
from compiler_core.host.comparison.consistency import (
    ComparedFunction,
    check_pairs,
    places_of_labels,
)
from compiler_core.host.comparison.longest_common import longest_common
from compiler_core.host.comparison.work_kinds import work_kind
from compiler_core.host.compilation import Loop
from compiler_core.host.work import spend

# A stretch is "mostly the same" from this share of matched lines on; only then may a line of equal
# shape, but other surroundings, count as moved.
MOSTLY_SAME = 0.6
_BITS_PER_STEP = 4096

Token = Callable[[ComparedFunction, int], Hashable]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Pairs of positions in two functions.

    same and changed together increase in both positions; moved pairs cross them.
    """

    same: tuple[tuple[int, int], ...]
    """Pairs (left, right) of lines that do the same, ascending in both positions."""
    changed: tuple[tuple[int, int], ...]
    """Pairs (left, right) of lines that differ; together with `same` ascending in both
    positions."""
    moved: tuple[tuple[int, int], ...]
    """Pairs (left, right) of lines of the same work that cross the other pairs."""
    conflicts: dict[int, str]
    """Left position of a changed pair that looks the same -> why it is not."""
    exact: bool
    """Every line has a partner with the same text, once labels and registers are renamed."""
    swapped: frozenset[int] = frozenset()
    """Left positions of pairs that are the same up to the order of two operands, where it does not
    matter."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs, of whatever kind."""
        return (*self.same, *self.changed, *self.moved)


@dataclass(slots=True)
class _Draft:
    """The pairs found so far; alike: in order and of equal shape."""

    alike: list[tuple[int, int]] = field(default_factory=list)
    changed: list[tuple[int, int]] = field(default_factory=list)
    moved: list[tuple[int, int]] = field(default_factory=list)


def align(left: ComparedFunction, right: ComparedFunction) -> Alignment:
    """Align two functions whose values share one palette."""
    if first_appearance_texts(left.values.forms) == first_appearance_texts(right.values.forms):
        everything = tuple((position, position) for position in range(len(left.values.forms)))
        return Alignment(same=everything, changed=(), moved=(), conflicts={}, exact=True)
    draft = _Draft()
    if _same_work(left, right):
        _align_reordered(left, right, draft)
    else:
        for left_stretch, right_stretch in _stretches(left, right):
            _align_stretch(left, right, left_stretch, right_stretch, draft)
    draft.alike = _slid_up(left, right, draft)
    _move_labels(left, right, draft)
    return _checked(left, right, draft)


def _same_work(left: ComparedFunction, right: ComparedFunction) -> bool:
    """Equal multisets of colours: only the order may differ."""
    return Counter(left.values.colours) == Counter(right.values.colours)


def _align_reordered(left: ComparedFunction, right: ComparedFunction, draft: _Draft) -> None:
    lefts, rights = range(len(left.values.forms)), range(len(right.values.forms))
    draft.alike += _common(left, right, lefts, rights, _colour)
    _align_labels_between(left, right, draft)
    _match_moved(left, right, lefts, rights, _colour, draft)


def _align_labels_between(left: ComparedFunction, right: ComparedFunction, draft: _Draft) -> None:
    lefts, rights = range(len(left.values.forms)), range(len(right.values.forms))
    pairs: list[tuple[int, int]] = []
    for left_gap, right_gap in _gaps(lefts, rights, draft.alike):
        pairs += _common(left, right, left_gap, right_gap, _other_line)
    draft.alike = sorted([*draft.alike, *pairs])


def _checked(left: ComparedFunction, right: ComparedFunction, draft: _Draft) -> Alignment:
    """Pairs of equal shape are the same only if their values correspond."""
    everything = sorted((*draft.alike, *draft.moved, *draft.changed))
    look_alikes = [
        (i, j) for i, j in (*draft.alike, *draft.moved) if left.values.roles[i] is not None
    ]
    verdict = check_pairs(left, right, everything, look_alikes)
    same = tuple(pair for pair in draft.alike if pair[0] not in verdict.conflicts)
    conflicting = [pair for pair in draft.alike if pair[0] in verdict.conflicts]
    moved = tuple(pair for pair in draft.moved if pair[0] not in verdict.conflicts)
    lines = (len(left.values.forms), len(right.values.forms))
    exact = not verdict.loose and lines == (len(same), len(same))
    changed = tuple(sorted([*draft.changed, *conflicting]))
    return Alignment(
        same=same,
        changed=changed,
        moved=moved,
        conflicts=dict(verdict.conflicts),
        exact=exact,
        swapped=verdict.swapped,
    )


def _stretches(left: ComparedFunction, right: ComparedFunction) -> Iterable[tuple[range, range]]:
    """Partner stretches, in order, that cover both functions."""
    left_start = right_start = 0
    for loop, other in _anchors(left, right):
        first, opposite = _with_labels(left, loop.first), _with_labels(right, other.first)
        yield range(left_start, first), range(right_start, opposite)
        yield range(first, loop.last + 1), range(opposite, other.last + 1)
        left_start, right_start = loop.last + 1, other.last + 1
    yield (
        range(left_start, len(left.values.forms)),
        range(right_start, len(right.values.forms)),
    )


def _with_labels(side: ComparedFunction, first: int) -> int:
    """Local labels before a line belong to it; the function's own name does not."""
    while first and side.function.lines[first - 1].text.startswith(".L"):
        first -= 1
    return first


def _anchors(left: ComparedFunction, right: ComparedFunction) -> list[tuple[Loop, Loop]]:
    """The heaviest chain of loop pairs that keeps the order on both sides."""
    lefts = sorted(_innermost(left), key=lambda loop: loop.first)
    rights = sorted(_innermost(right), key=lambda loop: loop.first)
    left_words, right_words = _mnemonics(left, lefts), _mnemonics(right, rights)
    spend(len(lefts) * len(rights))
    empty = _Chain(0, None, None)
    above = [empty] * (len(rights) + 1)
    for i, left_loop in enumerate(lefts):
        row = [empty]
        for j, other in enumerate(rights):
            best = above[j + 1] if above[j + 1].weight >= row[j].weight else row[j]
            alike = _mostly_the_same(left_words[i], right_words[j])
            weight = _anchor_weight(left_loop, other, alike=alike)
            if weight and above[j].weight + weight > best.weight:
                best = _Chain(above[j].weight + weight, (left_loop, other), above[j])
            row.append(best)
        above = row
    return _unchained(above[-1])


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """Pairs of loops in order: the last one, and the chain before it."""

    weight: int
    pair: tuple[Loop, Loop] | None
    before: _Chain | None


def _unchained(chain: _Chain) -> list[tuple[Loop, Loop]]:
    pairs: list[tuple[Loop, Loop]] = []
    link: _Chain | None = chain
    while link is not None and link.pair is not None:
        pairs.append(link.pair)
        link = link.before
    pairs.reverse()
    return pairs


def _innermost(side: ComparedFunction) -> list[Loop]:
    """Innermost loops that do not overlap in the text."""
    loops: list[Loop] = []
    for loop in sorted(side.function.loops, key=lambda loop: loop.first):
        if loop.innermost and (not loops or _with_labels(side, loop.first) > loops[-1].last):
            loops.append(loop)
    return loops


def _mnemonics(side: ComparedFunction, loops: Sequence[Loop]) -> list[Counter[str]]:
    """What each loop does, in no order."""
    lines = side.function.lines
    return [Counter(line.mnemonic for line in lines[loop.first : loop.last + 1]) for loop in loops]


def _mostly_the_same(first: Counter[str], other: Counter[str]) -> bool:
    return (first & other).total() >= MOSTLY_SAME * max(first.total(), other.total())


def _anchor_weight(loop: Loop, other: Loop, *, alike: bool) -> int:
    """Two loops that do the same face each other even where one line less has turned their roles
    round: both together outweigh a main body that would face the other's."""
    if loop.source_line != other.source_line:
        return 0
    if loop.role != other.role:
        return 3 if alike else 0
    return 4 if loop.role == "main" else 2


def _align_stretch(
    left: ComparedFunction, right: ComparedFunction, lefts: range, rights: range, draft: _Draft
) -> None:
    single_colour = _single_colour(left, right, lefts, rights)
    alike = _common(left, right, lefts, rights, single_colour)
    moved = _Draft(alike=alike)
    _match_moved(left, right, lefts, rights, single_colour, moved)
    gone_left, gone_right = {i for i, _ in moved.moved}, {j for _, j in moved.moved}
    alike = _refine(left, right, lefts, rights, alike, _shape, gone_left, gone_right)
    moved.alike = alike
    if len(alike) + len(moved.moved) >= MOSTLY_SAME * max(len(lefts), len(rights)):
        _match_moved(left, right, lefts, rights, _instruction_shape, moved)
    gone_left, gone_right = {i for i, _ in moved.moved}, {j for _, j in moved.moved}
    paired = alike
    for token in (_mnemonic, _work_kind):
        paired = _refine(left, right, lefts, rights, paired, token, gone_left, gone_right)
    known = set(alike)
    draft.alike += alike
    draft.changed += [pair for pair in paired if pair not in known]
    draft.moved += moved.moved


def _single_colour(
    left: ComparedFunction, right: ComparedFunction, lefts: range, rights: range
) -> Token:
    """The colour where it occurs once on each side: only then is it sure which line answers."""
    counts: list[Counter[Hashable]] = [
        Counter(side.values.colours[position] for position in stretch)
        for side, stretch in ((left, lefts), (right, rights))
    ]

    def token(side: ComparedFunction, position: int) -> Hashable:
        colour = _colour(side, position)
        return colour if all(count[colour] == 1 for count in counts) else None

    return token


def _refine(
    left: ComparedFunction,
    right: ComparedFunction,
    lefts: range,
    rights: range,
    pairs: Sequence[tuple[int, int]],
    token: Token,
    gone_left: set[int],
    gone_right: set[int],
) -> list[tuple[int, int]]:
    """The pairs, and those that the token finds between them."""
    all_pairs = list(pairs)
    for left_gap, right_gap in _gaps(lefts, rights, pairs):
        free_left = [i for i in left_gap if i not in gone_left]
        free_right = [j for j in right_gap if j not in gone_right]
        all_pairs += _common(left, right, free_left, free_right, token)
    return sorted(all_pairs)


def _gaps(
    lefts: range, rights: range, pairs: Sequence[tuple[int, int]]
) -> Iterable[tuple[range, range]]:
    i, j = lefts.start, rights.start
    for left_position, right_position in [*pairs, (lefts.stop, rights.stop)]:
        if left_position > i and right_position > j:
            yield range(i, left_position), range(j, right_position)
        i, j = left_position + 1, right_position + 1


def _common(
    left: ComparedFunction,
    right: ComparedFunction,
    lefts: Sequence[int],
    rights: Sequence[int],
    token: Token,
) -> list[tuple[int, int]]:
    """Longest common subsequence of the lines that have such a token."""
    lefts = [i for i in lefts if token(left, i) is not None]
    rights = [j for j in rights if token(right, j) is not None]
    spend(len(lefts) * (1 + len(rights) // _BITS_PER_STEP))
    pairs = longest_common([token(left, i) for i in lefts], [token(right, j) for j in rights])
    return [(lefts[i], rights[j]) for i, j in pairs]


def _match_moved(
    left: ComparedFunction,
    right: ComparedFunction,
    lefts: range,
    rights: range,
    token: Token,
    draft: _Draft,
) -> None:
    """Unmatched lines of equal token, first with first."""
    taken_left = {i for i, _ in (*draft.alike, *draft.moved)}
    taken_right = {j for _, j in (*draft.alike, *draft.moved)}
    waiting: dict[Hashable, list[int]] = {}
    for j in rights:
        if j not in taken_right and token(right, j) is not None:
            waiting.setdefault(token(right, j), []).append(j)
    for i in lefts:
        candidates = waiting.get(token(left, i)) if i not in taken_left else None
        if candidates:
            draft.moved.append((i, candidates.pop(0)))


def _slid_up(
    left: ComparedFunction, right: ComparedFunction, draft: _Draft
) -> list[tuple[int, int]]:
    """Where inserted lines end like the line before them, keep that one and move the insertion.

    Of two ways to say the same, the one that keeps a line with its predecessor reads better.
    """
    taken_left = {i for i, _ in (*draft.changed, *draft.moved)}
    taken_right = {j for _, j in (*draft.changed, *draft.moved)}
    slid: list[tuple[int, int]] = []
    before = (-1, -1)
    for i, j in draft.alike:
        after = (before[0] + 1, before[1] + 1)
        inserted_right = i == after[0] and j > after[1] and after[1] not in taken_right
        inserted_left = j == after[1] and i > after[0] and after[0] not in taken_left
        if (inserted_right or inserted_left) and _shape(left, after[0]) == _shape(right, after[1]):
            i, j = after
        slid.append((i, j))
        before = (i, j)
    return slid


def _move_labels(left: ComparedFunction, right: ComparedFunction, draft: _Draft) -> None:
    """A label whose code has moved has moved with it."""
    partner_of = dict((*draft.alike, *draft.changed, *draft.moved))
    taken = set(partner_of.values())
    right_labels = {index: label for label, index in _label_positions(right) if label not in taken}
    for label, index in _label_positions(left):
        if label in partner_of:
            continue
        partner = right_labels.pop(partner_of.get(index, -1), None)
        if partner is not None:
            draft.moved.append((label, partner))


def _label_positions(side: ComparedFunction) -> list[tuple[int, int]]:
    """(position of a label line, position of the instruction it leads to)."""
    places = places_of_labels(side.function)
    return [
        (position, places[line.text.rstrip(":")])
        for position, line in enumerate(side.function.lines)
        if line.kind == "label" and line.text.rstrip(":") in places
    ]


def _colour(side: ComparedFunction, position: int) -> Hashable:
    colour = side.values.colours[position]
    return colour if colour >= 0 else None


def _shape(side: ComparedFunction, position: int) -> Hashable:
    return side.values.forms[position].shape


def _instruction_shape(side: ComparedFunction, position: int) -> Hashable:
    return None if side.values.roles[position] is None else _shape(side, position)


def _other_line(side: ComparedFunction, position: int) -> Hashable:
    return _shape(side, position) if side.values.roles[position] is None else None


def _mnemonic(side: ComparedFunction, position: int) -> Hashable:
    line = side.function.lines[position]
    return line.mnemonic if line.kind == "instruction" else None


def _work_kind(side: ComparedFunction, position: int) -> Hashable:
    line = side.function.lines[position]
    return work_kind(line.text) or None if line.kind == "instruction" else None
