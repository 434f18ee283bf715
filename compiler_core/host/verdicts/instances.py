"""One loop statement compiled several times: for each type of a template, in each caller.

The copies need not have one fate. A card tells of one of them whole, a vectorised one if there is
one, and what became of the others in a clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from compiler_core.host.verdicts.circumstances import Circumstances
from compiler_core.host.verdicts.findings import LoopFinding, find
from compiler_core.host.verdicts.placement import name_of_symbol
from compiler_core.host.verdicts.sentences import element_of, lower_title

# A template with more instances is told by its first ones.
MOST_INSTANCES = 6
MOST_TOLD = 2
# What says nothing of a copy's own fate.
_SILENT = frozenset(["unknown", "same_as_other", "no_code", "loop_deleted", "outer_loop"])

Fate = tuple[Circumstances, LoopFinding]


def fates_of(case: Circumstances) -> Sequence[Fate]:
    """What is told of the loop: one fate of all its code, or one of each kind of copy."""
    symbols = _symbols(case)
    whole = [(case, find(case))]
    if len(symbols) < 2 or case.loop.algorithm:
        return whole
    copies = [replace(case, instance=symbol) for symbol in symbols[:MOST_INSTANCES]]
    fates = [(copy, find(copy)) for copy in copies]
    kinds: dict[object, Fate] = {}
    for copy, finding in fates:
        if finding.reason.key not in _SILENT:
            kinds.setdefault(
                (finding.vectorized, finding.reason.key, element_of(copy)), (copy, finding)
            )
    if len(kinds) < 2:
        return whole
    return sorted(kinds.values(), key=lambda fate: not fate[1].vectorized)


def _symbols(case: Circumstances) -> Sequence[str]:
    """Functions that hold code of the loop, or of which the compiler spoke."""
    code = (loop.function for loop in case.compiled.code[case.loop].loops)
    report = case.compiled.reports.get(case.loop)
    said = (account.function for account in report.accounts) if report is not None else ()
    return [symbol for symbol in dict.fromkeys((*code, *said)) if symbol]


def clause_of(fates: Sequence[Fate]) -> str:
    """What became of the copies that the sentence does not tell of."""
    chosen, *others = fates
    named = _named(fates)
    clauses = [f"{named[copy.instance]} {_fate(finding)}" for copy, finding in others[:MOST_TOLD]]
    more = len(others) - len(clauses)
    if more:
        clauses.append(f"{more} more went other ways")
    return f" (this is {named[chosen[0].instance]}; {'; '.join(clauses)})" if clauses else ""


def _named(fates: Sequence[Fate]) -> Mapping[str, str]:
    """By function if that tells the copies apart, else by what goes through them."""
    names = [name_of_symbol(copy.instance) for copy, _ in fates]
    if len(set(names)) == len(names):
        return {
            copy.instance: f"the copy in {name}"
            for (copy, _), name in zip(fates, names, strict=True)
        }
    return {
        copy.instance: f"the copy for {element_of(copy) or 'another type'}s" for copy, _ in fates
    }


def _fate(finding: LoopFinding) -> str:
    if finding.vectorized:
        return f"was vectorised too: {lower_title(finding.reason.title)}"
    return f"was not vectorised: {lower_title(finding.reason.title)}"
