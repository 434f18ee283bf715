"""Results read lately: the same object until the file is another, and never a stale one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from compiler_core.kept import remembered
from compiler_core.pipelines.kept_results import result_path, write_result
from compiler_core.pipelines.recent_results import KEPT_BYTES, RecentResults
from compiler_core.pipelines.stages import StageFile, StageResult

_RESULT = StageResult(
    stage="input",
    sentence="A picture.",
    steps=(),
    details=None,
    metrics={},
    files=(),
    seconds=0.1,
    checked="",
    warnings=(),
)


def test_it_is_read_once_and_anew_when_it_was_written_anew(tmp_path: Path):
    results = RecentResults()
    assert results.read(tmp_path, "input") is None
    write_result(tmp_path, _RESULT)
    first = results.read(tmp_path, "input")
    assert first == _RESULT
    assert results.read(tmp_path, "input") is first
    write_result(tmp_path, replace(_RESULT, sentence="B picture."))
    again = results.read(tmp_path, "input")
    assert again is not None
    assert again.sentence == "B picture."
    result_path(tmp_path, "input").unlink()
    assert results.read(tmp_path, "input") is None


def test_files_together_weigh_no_more_than_is_kept(tmp_path: Path):
    """The one read first is forgotten for what came behind it."""
    results = RecentResults()
    large = StageFile("weights.bin", "application/octet-stream", bytes(KEPT_BYTES // 3))
    for stage in ("input", "export", "passes"):
        write_result(tmp_path, replace(_RESULT, stage=stage, files=(large,)))
    first = results.read(tmp_path, "input")
    last = [results.read(tmp_path, stage) for stage in ("export", "passes")][-1]
    assert results.read(tmp_path, "passes") is last
    assert results.read(tmp_path, "input") is not first


def test_what_is_remembered_belongs_to_one_object():
    """Equal records are told apart, texts are not."""
    made: list[object] = []

    @remembered(2)
    def told(record: list[int], name: str) -> int:
        made.append(record)
        return sum(record)

    first, second = [1, 2], [1, 2]
    for record, name in ((first, "a"), (first, "".join("a")), (second, "a"), (first, "b")):
        assert told(record, name) == 3
    assert [id(one) for one in made] == [id(first), id(second), id(first)]
    told([3], "c")
    told([4], "c")
    assert told(first, "a") == 3
    assert len(made) == 6
