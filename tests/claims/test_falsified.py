"""A shipped claim tests its sentence: where the sentence is made false, the claim does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler_core.claims.check import check_claim
from compiler_core.claims.claim import Claim, ClaimSetting, Statement
from compiler_core.claims.compiler_range import parse_compiler_range
from compiler_core.claims.reading import LESSONS_FOLDER, claims_at
from compiler_core.content_files import read_source
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import installed_compilers

HERE = Path(__file__).parent
WORLDS: list[dict[str, Any]] = yaml.safe_load((HERE / "falsified.yaml").read_text())
CLAIMS = {claim.id: claim for claim in claims_at()}


def named(world: Mapping[str, Any]) -> str:
    return f"{world['claim']}: {world.get('edit') or world.get('source') or world.get('flags')}"


@pytest.mark.parametrize("world", WORLDS, ids=named)
def test_a_claim_falls_where_its_sentence_is_false(world: Mapping[str, Any]) -> None:
    claim = CLAIMS[world["claim"]]
    turned = falsified(claim, world)
    spoken_of = parse_compiler_range(world.get("compilers", "any"))
    assert spoken_of is not None
    tried = [one for one in installed_compilers() if spoken_of.covers(one)]
    stated = [check_claim(turned, compiler) for compiler in tried]
    results = [result for result in stated if result.holds is not None]
    assert results
    wrong = [f"{one.compiler}: {one.found}" for one in results if one.holds]
    assert wrong == []


def falsified(claim: Claim, world: Mapping[str, Any]) -> Claim:
    """The claim with every setting changed, and nothing of what is expected."""

    def changed(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        settings = [falsified_setting(statement.setting, world) for statement in statements]
        return tuple(
            replace(one, setting=setting) for one, setting in zip(statements, settings, strict=True)
        )

    turned = replace(claim, holds=changed(claim.holds), differs=changed(claim.differs))
    assert turned != claim
    return turned


def falsified_setting(setting: ClaimSetting, world: Mapping[str, Any]) -> ClaimSetting:
    names = world.get("source", [])
    sources = tuple(source_at(name) for name in ([names] if isinstance(names, str) else names))
    edited = tuple(edited_source(source, world) for source in sources or setting.sources)
    return replace(setting, sources=edited, flags=world.get("flags", setting.flags))


def edited_source(source: SourceFile, world: Mapping[str, Any]) -> SourceFile:
    if world.get("only", source.name) != source.name:
        return source
    text = source.text
    for old, new in world.get("edit", {}).items():
        text = text.replace(str(old), str(new))
    return replace(source, text=text)


def source_at(name: str) -> SourceFile:
    folder, _, file = name.partition(":")
    return read_source(name, (HERE if folder == "here" else LESSONS_FOLDER) / file)
