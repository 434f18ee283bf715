"""The checker refutes what is false, says nothing where nothing is stated, and reads strictly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from compiler_core.atlas import run
from compiler_core.claims.check import TOO_BUSY, check_claim, check_claims, check_facts
from compiler_core.claims.compiler_range import parse_compiler_range
from compiler_core.claims.reading import claims_at
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import ContentError
from compiler_core.kept import Kept
from compiler_core.lessons.atlas_articles import ATLAS_FOLDER
from compiler_core.toolchain import atlas_tools
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.runner import run_jailed
from tests.busy_machine import without_time

HERE = Path(__file__).parent
FALSE_CLAIMS = HERE / "false_claims.yaml"
VALID = """
- id: one
  says: It is vectorised.
  source: axpy.c
  holds: [{compilers: gcc, flags: -O3, expect: {vectorized: true}}]
"""


def written(tmp_path: Path, text: str) -> Path:
    for name in ("axpy.c",):
        (tmp_path / name).write_text((HERE / name).read_text())
    file = tmp_path / "claims.yaml"
    file.write_text(text)
    return file


def test_every_false_claim_is_refuted_by_every_compiler() -> None:
    claims = claims_at(FALSE_CLAIMS)
    assert len(claims) >= 15
    report = check_claims(claims)
    # A profile needs this version's own tool; without it a compiler can say nothing.
    silent = [claim for claim in report.claims if "is not installed" in claim.found]
    others = [found for found in report.claims if found not in silent]
    assert [(other.id, other.compiler) for other in others if other.holds is not False] == []
    assert {found.id for found in silent} <= {"usual-profile-turns"}
    assert report.failed + len(silent) == len(claims) * len(installed_compilers())


def test_every_kind_of_expectation_has_a_false_claim() -> None:
    rows = yaml.safe_load(FALSE_CLAIMS.read_text())
    used = {key for row in rows for one in row.get("holds", ()) for key in one["expect"]}
    assert sorted(set(KIND_BY_NAME) - used) == []


def test_a_true_claim_holds_and_others_are_unstated(tmp_path: Path) -> None:
    (claim,) = claims_at(written(tmp_path, VALID))
    true = check_claim(claim, find_compiler("gcc-12"))
    unstated = check_claim(claim, find_compiler("clang-19"))
    assert (true.holds, true.states) == (True, "holds")
    assert (unstated.holds, unstated.states) == (None, "")


def test_a_claim_does_not_fail_for_a_busy_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was cut off is not kept: with time to compile it holds."""
    (claim,) = claims_at(written(tmp_path, VALID.replace("-O3", "-O3 -DBUSY")))
    with monkeypatch.context() as patch:
        without_time(patch, "compile")
        found = check_claim(claim, find_compiler("gcc-12"))
    assert (found.holds, found.found) == (None, TOO_BUSY)
    assert check_claim(claim, find_compiler("gcc-12")).holds


def test_a_claim_about_the_atlas_does_not_either(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = next(one for one in claims_at(ATLAS_FOLDER / "nvvm") if one.id == "the-loop-is-gone")
    with monkeypatch.context() as patch:
        patch.setattr(run, "_findings", Kept(1 << 20, lambda _: 1))
        patch.setattr(atlas_tools, "run_kept", run_jailed)
        without_time(patch, "compile")
        found = check_facts(claim)
    assert (found.holds, found.found) == (None, TOO_BUSY)
    assert check_facts(claim).holds


def test_a_compiler_that_differs_is_checked_by_its_own_statement(tmp_path: Path) -> None:
    text = (
        VALID
        + "  differs: [{compilers: clang, says: Other., flags: -O2, expect: {loop_size: '> 3'}}]"
    )
    (claim,) = claims_at(written(tmp_path, text))
    found = check_claim(claim, find_compiler("clang-19"))
    assert (found.holds, found.states, found.says) == (True, "differs", "Other.")
    assert found.flags == ("-O2",)


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        ("expect: {vectorised: true}", "expect: {vectorized: true}", "unknown key 'vectorised'"),
        ("expect: {vectorized: maybe}", "expect: {vectorized: true}", "must be true or false"),
        ("expect: {loop_size: few}", "expect: {vectorized: true}", "no number or bound"),
        ("expect: {loop_has: '(('}", "expect: {vectorized: true}", "not a regular expression"),
        ("expect: {same_code_as: {}}", "expect: {vectorized: true}", "name at least one"),
        ("expect: {}", "expect: {vectorized: true}", "nothing is expected"),
        ("compilers: icc", "compilers: gcc", "names no compilers"),
        ("source: ../axpy.c", "source: axpy.c", "must lie beside the claims"),
        ("source: missing.c", "source: axpy.c", "cannot be read"),
        ("source: example:nothing", "source: axpy.c", "There is no example"),
        ("source: soc:nothing.c", "source: axpy.c", "cannot be read"),
        ("source: soc:../glossary.yaml", "source: axpy.c", "must lie beside the claims"),
        ("expect: {count: {metric: speed, is: 1}}", "expect: {vectorized: true}", "metric must be"),
        ("says: ''", "says: It is vectorised.", "must be text"),
        ("line: 'no such text', source: axpy.c", "flags: -O3", "stands on 0 lines"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_is_named(tmp_path: Path, wrong: str, right: str, message: str) -> None:
    assert right in VALID
    file = written(tmp_path, VALID.replace(right, wrong))
    with pytest.raises(Exception, match=re.escape(message)):
        claims_at(file)


def test_an_id_is_used_once(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="another claim of this file has the id 'one'"):
        claims_at(written(tmp_path, VALID + VALID))


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("gcc", ["gcc-11", "gcc-12"]),
        ("gcc 12", ["gcc-12"]),
        ("gcc < 12", ["gcc-11"]),
        ("gcc <= 12", ["gcc-11", "gcc-12"]),
        ("clang > 16", ["clang-19"]),
        ("clang >= 16", ["clang-16", "clang-19"]),
        ("clang 14 to 16", ["clang-14", "clang-16"]),
        ("any", ["clang-14", "clang-16", "clang-19", "gcc-11", "gcc-12"]),
    ],
)
def test_ranges_of_compilers(text: str, covered: list[str]) -> None:
    known = [
        find_compiler(name) for name in ("gcc-11", "gcc-12", "clang-14", "clang-16", "clang-19")
    ]
    found = parse_compiler_range(text)
    assert found is not None
    assert sorted(one.name for one in known if found.covers(one)) == covered


@pytest.mark.parametrize("text", ["", "icc", "gcc 12 to", "gcc >= 12 to 14", "gcc twelve"])
def test_what_is_no_range(text: str) -> None:
    assert parse_compiler_range(text) is None


def test_a_call_that_does_not_come_back_is_a_call(tmp_path: Path) -> None:
    (tmp_path / "tail.c").write_text(
        "int g(int);\nint f(int x)\n{\n    return g(x + 1);\n}\n"
        "int k(int (*p)(int), int x)\n{\n    return p(x + 1);\n}\n"
    )
    statements = ("f, expect: {calls: g}", "f, expect: {no_call: any}", "k, expect: {no_call: any}")
    file = tmp_path / "claims.yaml"
    file.write_text(
        "\n".join(
            f"- id: tail-{number}\n  says: It calls.\n  source: tail.c\n"
            f"  holds: [{{compilers: gcc, flags: -O2, function: {statement}}}]"
            for number, statement in enumerate(statements)
        )
    )
    found = [claim for claim in check_claims(claims_at(file)).claims if claim.holds is not None]
    by_number = {
        number: {f.holds for f in found if f.id == f"tail-{number}"} for number in range(3)
    }
    assert by_number == {0: {True}, 1: {False}, 2: {False}}, [claim.found for claim in found]
