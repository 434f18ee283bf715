"""What no file may say: addresses of one machine, unfinished work, tests that do not run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.project import ROOT, python_files, tracked_files

THIS_FILE = Path(__file__).resolve().relative_to(ROOT)
BANNED = {
    "an address of a package registry": re.compile(
        r"https?://[\w./-]*(?:pypi|pythonhosted|npmjs|registry|jfrog|nexus)", re.IGNORECASE
    ),
    "an index option for pip or npm": re.compile(r"--(?:extra-)?index-url|--registry|--find-links"),
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home|opt|mnt|Users)/\w[\w.-]*/"),
    "unfinished work": re.compile(r"\b(?:TODO|FIXME|XXX|coming soon|NotImplementedError)\b"),
}  # fmt: skip
PRODUCT_TEXT = ("app", "templates", "content/lessons", "content/atlas", "content/miniatures")
SPACED_PERCENT = re.compile(
    r"""(?<=[\d}])[ \u00a0\u202f]%(?=["'.,:;)<\\\]]|$| [a-z])""", re.MULTILINE
)
SKIPPED = re.compile(r"pytest\.(?:skip|xfail|importorskip)|mark\.(?:skip|skipif|xfail)\b|SkipTest")


def own_texts() -> list[tuple[Path, str]]:
    texts = []
    for path in tracked_files():
        if path == THIS_FILE or "vendor" in path.parts:
            continue
        try:
            texts.append((path, (ROOT / path).read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return texts


@pytest.mark.parametrize("what", BANNED)
def test_no_file_holds(what: str) -> None:
    found = [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1} {match[0]}"
        for path, text in own_texts()
        for match in BANNED[what].finditer(text)
    ]
    assert found == []


def test_no_test_is_skipped() -> None:
    found = [
        str(path)
        for path in python_files("tests")
        if path != THIS_FILE and SKIPPED.search((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_percentage_is_written_without_a_space() -> None:
    found = [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        for path, text in own_texts()
        if str(path).startswith(PRODUCT_TEXT) and "recorded" not in path.parts
        for match in SPACED_PERCENT.finditer(text)
    ]
    assert found == []
