"""Which compilers are found, under which names, and that asking them is rarely needed."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import pytest

from compiler_core.errors import UnknownCompiler
from compiler_core.toolchain import discovery
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler


def test_newest_first_gcc_before_clang_and_no_alias_twice() -> None:
    names = [compiler.name for compiler in installed_compilers()]
    assert len(names) == len(set(names))
    assert "gcc-12" in names
    assert "clang-19" in names
    for family in ("gcc", "clang"):
        versions = [c.version for c in installed_compilers() if c.family == family]
        assert versions == sorted(
            versions, key=lambda v: [int(p) for p in v.split(".")], reverse=True
        )
    assert [name.startswith("gcc") for name in names] == sorted(
        (name.startswith("gcc") for name in names), reverse=True
    )


def test_find_by_family_and_by_name() -> None:
    assert find_compiler("gcc") == next(c for c in installed_compilers() if c.family == "gcc")
    assert find_compiler("clang-19").version.startswith("19.")
    assert find_compiler("gcc-12").title.startswith("GCC 12.")


def test_an_unknown_compiler_says_what_is_there() -> None:
    with pytest.raises(UnknownCompiler) as caught:
        find_compiler("gcc-4; rm -rf")
    assert "gcc-12" in caught.value.advice
    assert "clang-19" in caught.value.advice


def test_asked_once_then_read_from_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path))
    monkeypatch.setattr(
        discovery, "_candidates", lambda _: [("gcc", find_compiler("gcc-12").c_path)]
    )
    ask = discovery._ask
    asked: list[str] = []
    monkeypatch.setattr(discovery, "_ask", lambda f, p: asked.append(p) or ask(f, p))
    first = discovery._compilers_found.__wrapped__()
    second = discovery._compilers_found.__wrapped__()
    assert first == second
    assert len(asked) == 1
    next(tmp_path.glob("compilers*")).write_text("damaged")
    assert discovery._compilers_found.__wrapped__() == first
    assert len(asked) == 2


def test_threads_that_need_the_answers_at_once_ask_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server's start: the pages, and each analysis process for the state in its jail."""
    path = find_compiler("gcc-12").c_path
    known = discovery._ask("gcc", path)
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path))
    monkeypatch.setattr(discovery, "_candidates", lambda _: [("gcc", path)])
    asked: list[str] = []

    def slowly(_: str, asked_path: str) -> Compiler:
        asked.append(asked_path)
        time.sleep(0.1)
        return known

    monkeypatch.setattr(discovery, "_ask", slowly)
    fresh = lru_cache(maxsize=1)(discovery._compilers_found.__wrapped__)
    monkeypatch.setattr(discovery, "_compilers_found", fresh)
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda _: installed_compilers(), range(6)))
    assert asked == [path]
    assert found == [(known,)] * 6


def test_a_new_build_is_another_compiler(tmp_path: Path) -> None:
    driver = tmp_path / "aarch64-linux-gnu-gcc-99"
    driver.write_text("#!/bin/sh\n")
    driver.chmod(0o755)
    before = discovery._fingerprint("gcc", str(driver))
    driver.write_text("#!/bin/sh\n# other\n")
    assert discovery._fingerprint("gcc", str(driver)) != before


def test_aliases_and_strangers(tmp_path: Path) -> None:
    for name in (
        "aarch64-linux-gnu-gcc-12",
        "clang-19",
        "x86_64-linux-gnu-gcc-12",
        "clang-format-19",
    ):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "aarch64-linux-gnu-gcc").symlink_to("aarch64-linux-gnu-gcc-12")
    (tmp_path / "clang").symlink_to("clang-19")
    (tmp_path / "clang-18").write_text("not executable")
    found = [(family, Path(path).name) for family, path in discovery._candidates(tmp_path)]
    assert sorted(found) == [("clang", "clang-19"), ("gcc", "aarch64-linux-gnu-gcc-12")]
