"""Draw mutants of one package, try them, and write down what was found; exit 1 below 85 %."""

from __future__ import annotations

import argparse
import datetime
import sys
import time

from hypothesis import HealthCheck, Phase, settings

from script.mutation.mutants import ROOT, difference, drawn, mutants_of, mutated_texts
from script.mutation.packages import PACKAGES, MutatedPackage
from script.mutation.report import LEAST_SCORE, MutationRun, TriedMutant, page, sentence
from script.mutation.session import MutationSession, collected

PAGES = ROOT / "docs" / "mutants"


def run_package(options: argparse.Namespace, package: MutatedPackage) -> MutationRun:
    """The whole run, within so many minutes."""
    end = time.monotonic() + options.minutes * 60
    mutants = mutants_of(package.name)
    sample = drawn(mutants, options.sample, options.seed)
    texts = mutated_texts(sample)
    tried: list[TriedMutant] = []

    def tell(mutant: TriedMutant) -> None:
        tried.append(mutant)
        if mutant.ending != "killed":
            print(f"{len(tried)} of {len(sample)}: {mutant.ending}: {mutant.name}", flush=True)

    session = MutationSession(
        package=package.name,
        texts=texts,
        order=sample,
        children=options.children,
        end=end,
        tell=tell,
    )
    collected(session, options.tests or package.tests, package.marks)
    if session.problem:
        raise SystemExit(session.problem)
    endings = {mutant.name: mutant.ending for mutant in tried}
    return MutationRun(
        package=package.name,
        date=datetime.date.today().isoformat(),
        seed=options.seed,
        tests=tuple(options.tests or ()),
        mutants=len(mutants),
        drawn=len(sample),
        tried=tuple(tried),
        differences={
            mutant.name: difference(mutant, texts[mutant])
            for mutant in sample
            if endings.get(mutant.name) in ("survived", "no test")
        },
    )


def main(arguments: list[str]) -> int:
    """Run what is asked for; without a name, say what there is."""
    parser = argparse.ArgumentParser("script/mutants")
    parser.add_argument("package", nargs="?", choices=[package.name for package in PACKAGES])
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--children", type=int, default=2, help="mutants tried at once")
    parser.add_argument(
        "--tests", nargs="+", help="instead of those of script/mutation/packages.py"
    )
    options = parser.parse_args(arguments)
    package = next((candidate for candidate in PACKAGES if candidate.name == options.package), None)
    if package is None:
        print("Packages:", *(package.name for package in PACKAGES))
        return 0
    # The first counterexample is enough, and the same run finds the same ones.
    settings.register_profile(
        "mutants",
        phases=(Phase.explicit, Phase.generate),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")
    run = run_package(options, package)
    PAGES.mkdir(parents=True, exist_ok=True)
    (PAGES / f"{package.label}.md").write_text(page(run), encoding="utf-8")
    print(sentence(run))
    return 0 if run.score >= LEAST_SCORE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
