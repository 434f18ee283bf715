"""Draw mutants of one package, try them, and write down what was found; exit 1 below 85 %."""

from __future__ import annotations

import argparse
import datetime
import sys
import time

from script.mutation.mutmut_run import difference, drawn, make_mutants, try_mutants
from script.mutation.packages import PACKAGES, MutatedPackage
from script.mutation.report import LEAST_SCORE, MutationRun, page, sentence
from script.mutation.snapshot import ROOT, make_snapshot

PAGES = ROOT / "docs" / "mutants"


def run_package(package: MutatedPackage, sample: int, seed: int, minutes: float) -> MutationRun:
    """The whole run, within so many minutes."""
    end = time.monotonic() + minutes * 60
    folder = make_snapshot(package)
    names = make_mutants(folder, end - time.monotonic())
    tried = try_mutants(folder, drawn(names, sample, seed), max(end - time.monotonic(), 1))
    left = [mutant.name for mutant in tried if mutant.ending in ("survived", "no test")]
    return MutationRun(
        package.name,
        datetime.date.today().isoformat(),
        seed,
        len(names),
        tuple(tried),
        {name: difference(folder, name) for name in left},
    )


def main(arguments: list[str]) -> int:
    """Run what is asked for; without a name, say what there is."""
    parser = argparse.ArgumentParser("script/mutants")
    parser.add_argument("package", nargs="?", choices=[package.name for package in PACKAGES])
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    asked = parser.parse_args(arguments)
    package = next((one for one in PACKAGES if one.name == asked.package), None)
    if package is None:
        print("Packages:", *(package.name for package in PACKAGES))
        return 0
    run = run_package(package, asked.sample, asked.seed, asked.minutes)
    PAGES.mkdir(parents=True, exist_ok=True)
    (PAGES / f"{package.label}.md").write_text(page(run), encoding="utf-8")
    print(sentence(run))
    return 0 if run.score >= LEAST_SCORE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
