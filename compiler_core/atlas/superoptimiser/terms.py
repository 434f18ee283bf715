"""What a program multiplies, divides and adds, without its numbers: by this branches are pruned.

A term is a set of monomials; a monomial counts the atoms above the line and below it. Atoms are
inputs, sums over an axis, and functions of a term, such as the square root. Nothing cancels: in
attention the division by the row sum would else prune its own parts. A program can only become the
goal if each of its monomials divides one of the goal's, or one below a line or inside a function
there. Source: Wu et al., Mirage, section 4.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

ABOVE, BELOW = 1, -1

Monomial = frozenset[tuple[tuple[int, Any], int]]
"""Of each atom, above or below the line, how often."""

Term = frozenset[Monomial]
SUM_ATOM = "Σ"


@dataclass(frozen=True, slots=True)
class Inside:
    """An atom that is a function of a term: a square root, an exponent, a divisor of two parts."""

    function: str
    term: Term


def _monomial(counts: Mapping[tuple[int, Any], int]) -> Monomial:
    return frozenset(counts.items())


def atom_term(atom: Any) -> Term:
    return frozenset([_monomial({(ABOVE, atom): 1})])


def _multiplied(left: Monomial, right: Monomial, side: int = ABOVE) -> Monomial:
    counts = dict(left)
    for (where, atom), times in right:
        key = where * side, atom
        counts[key] = counts.get(key, 0) + times
    return _monomial(counts)


def product_term(left: Term, right: Term) -> Term:
    return frozenset(_multiplied(monomial, other) for monomial in left for other in right)


def summed_term(term: Term) -> Term:
    """The sum over an axis of what the term says."""
    return product_term(term, atom_term(SUM_ATOM))


def quotient_term(left: Term, right: Term) -> Term:
    """A divisor of several monomials is an atom of its own."""
    if len(right) == 1:
        (divisor,) = right
    else:
        divisor = _monomial({(ABOVE, Inside("", right)): 1})
    return frozenset(_multiplied(monomial, divisor, BELOW) for monomial in left)


def within_reach(goal: Term) -> frozenset[Monomial]:
    """Monomials of the goal, of what stands below its lines, and of what its functions take."""
    monomials = set(goal)
    for monomial in goal:
        below = _monomial({(ABOVE, atom): times for (side, atom), times in monomial if side < 0})
        if below:
            monomials.add(below)
        for (_, atom), _ in monomial:
            if isinstance(atom, Inside):
                monomials |= within_reach(atom.term)
    return frozenset(monomials)


def out_of_reach(term: Term, reach: Iterable[Monomial]) -> Monomial | None:
    """The first monomial, in order of its text, that divides none within reach; None if all do."""
    wanted = [dict(goal) for goal in reach]
    lost = [monomial for monomial in term if not any(_divides(monomial, bound) for bound in wanted)]
    return min(lost, key=monomial_text, default=None)


def _divides(monomial: Monomial, goal: Mapping[tuple[int, Any], int]) -> bool:
    return all(times <= goal.get(key, 0) for key, times in monomial)


def monomial_text(monomial: Monomial) -> str:
    """`X·X·Σ / sqrt(…)`, atoms in alphabetical order."""
    above = _factors(monomial, ABOVE)
    below = _factors(monomial, BELOW)
    return (above or "1") + (f" / {below}" if below else "")


def _factors(monomial: Monomial, side: int) -> str:
    atoms = [atom for (where, atom), times in monomial if where == side for atom in [atom] * times]
    return "·".join(sorted(_atom_text(atom) for atom in atoms))


def _atom_text(atom: Any) -> str:
    if not isinstance(atom, Inside):
        return str(atom)
    inner = " + ".join(sorted(monomial_text(monomial) for monomial in atom.term))
    return f"{atom.function}({inner})"
