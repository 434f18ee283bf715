"""Executes the formulas of explanations beside the machine: `script/prove_explanations`.

Programs are stepped through until enough instructions were executed; forms that none of them
reached are executed one by one. Exit status 1 on a formula that says something else than the
machine, or where a goal is missed.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from compiler_core.host.forms.registry import FORMS
from tests.explain.corpus import corpus
from tests.explain.proving.elements import element_checks
from tests.explain.proving.generated import WANTED, fill_up
from tests.explain.proving.operand_mutants import operand_mutants
from tests.explain.proving.programs import programs
from tests.explain.proving.stepped import step_through
from tests.explain.proving.tally import Tally
from tests.explain.semantics import key_of

_BATCH = 40
_LEAST_MET, _LEAST_NOTICED = 0.95, 0.98


def main() -> int:
    """The command."""
    options = _options()
    tally = _stepped(options.instructions, options.seed, options.processes)
    from_programs, steps = set(tally.agreed), tally.executed
    reasons = fill_up(tally, options.seed)
    print(
        f"{tally.programs} programs, {steps:,} instructions stepped through and executed; "
        f"{tally.executed - steps:,} more generated"
    )
    print(f"mismatches: {tally.differed.total()}")
    _print_lines(tally.examples)
    _print_counts("not executed", tally.left_out)
    _print_counts("programs not stepped through", tally.refused)
    met = _print_forms(tally, from_programs, reasons)
    print(
        f"register map on the same recordings: {tally.roles.total():,} sentences, "
        f"{len(tally.role_problems)} untrue ({dict(tally.roles)})"
    )
    _print_lines(tally.role_problems[:20])
    wrong = _print_elements(options.loops, options.seed, options.processes)
    noticed = _print_mutants(options.mutants, options.seed)
    untrue = tally.differed.total() + len(tally.role_problems) + wrong
    return int(bool(untrue) or met < _LEAST_MET or noticed < _LEAST_NOTICED)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/prove_explanations", description=__doc__)
    parser.add_argument("--instructions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--loops", type=int, default=200, help="programs whose rounds are compared")
    parser.add_argument("--mutants", type=int, default=1000)
    return parser.parse_args()


def _stepped(wanted: int, seed: int, processes: int) -> Tally:
    tally = Tally()
    drawn = programs(seed)
    with ProcessPoolExecutor(processes) as pool:
        while tally.executed < wanted:
            for result in pool.map(step_through, itertools.islice(drawn, _BATCH)):
                tally.join(result)
            said = f"{tally.executed:,} of {wanted:,}, {tally.differed.total()} mismatches"
            print(said, file=sys.stderr, flush=True)
    return tally


def _print_forms(tally: Tally, from_programs: set[str], reasons: dict[str, str]) -> float:
    keys = [key_of(form) for form in FORMS]
    met = [key for key in keys if tally.agreed[key] + tally.differed[key] >= WANTED]
    share = len(met) / len(keys)
    print(
        f"forms: {len(keys)}, of which programs reached {len(from_programs & set(keys))}; "
        f"executed at least {WANTED} times: {len(met)} ({share:.1%})"
    )
    _print_lines(f"{key}: {reasons.get(key, 'met less often')}" for key in keys if key not in met)
    return share


def _print_elements(count: int, seed: int, processes: int) -> int:
    """How many numbers of iterations in a round the recordings contradict."""
    optimised = (program for program in programs(seed) if "-O0" not in program.flags)
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(element_checks, itertools.islice(optimised, count))
        checks = [check for checks in found for check in checks]
    wrong = [check for check in checks if check.problem]
    several = sum(check.count > 1 for check in checks)
    print(
        f"iterations a round on recordings: {len(checks)} loops, {several} of which do several; "
        f"{len(wrong)} untrue"
    )
    _print_lines(f"{check.program}: {check.count}, but {check.problem}" for check in wrong[:20])
    return len(wrong)


def _print_mutants(count: int, seed: int) -> float:
    mutants = operand_mutants(sorted(corpus()), count, seed)
    noticed = sum(mutant.noticed for mutant in mutants) / max(len(mutants), 1)
    print(f"operands changed in lines: {len(mutants)}; the sentence changed in {noticed:.1%}")
    missed = (mutant for mutant in mutants if not mutant.noticed)
    _print_lines(f"{mutant.line} -> {mutant.changed}" for mutant in itertools.islice(missed, 20))
    return noticed


def _print_counts(title: str, counts: dict[str, int]) -> None:
    if counts:
        print(f"{title}: " + "; ".join(f"{count:,} {name}" for name, count in counts.items()))


def _print_lines(lines: Iterator[str] | list[str]) -> None:
    for line in lines:
        print(f"    {line}")


if __name__ == "__main__":
    sys.exit(main())
