"""What is made of a report of PyTorch's process, and what is asked of it: without PyTorch."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

from compiler_core.graph.exporting.errors import ExportRefused
from compiler_core.graph.exporting.export import export_module
from compiler_core.graph.exporting.origins import (
    NodeOrigin,
    module_rows,
    node_origins,
    without_stacks,
)
from compiler_core.graph.exporting.request import ExportRequest, export_request
from tests.graph.exporting.reports import SOURCE, exported_model, failure, python_that_reports

ORIGINS = (
    NodeOrigin("conv", "Conv", "features.0", "Conv2d", 7),
    NodeOrigin("head", "Gemm", "head", "Linear", 7),
    NodeOrigin("root", "Relu", "", "Model", 0),
)


def asked(folder: Path) -> ExportRequest:
    (folder / "net.py").write_text(SOURCE, encoding="utf-8")
    return export_request(f"{folder}/net.py:Model", " 2, 3 ")


def test_the_task_names_what_was_asked_for(tmp_path: Path) -> None:
    request = asked(tmp_path)
    python = python_that_reports(tmp_path, {"export": failure("Error", "no")})
    export_module(request, python)
    task = json.loads((tmp_path / "task.json").read_text())
    assert task["path"] == str(tmp_path / "net.py")
    assert (task["name"], task["shape"], task["actions"]) == ("Model", [2, 3], ["export"])
    assert task["dynamic_batch"] == "fixed"


def test_an_export_comes_with_origins_and_without_folders(tmp_path: Path) -> None:
    report = {"torch": "2.9", "export": {"ok": True, "file": "exported.onnx"}}
    result = export_module(asked(tmp_path), python_that_reports(tmp_path, report))
    assert (result.ok, result.torch, result.error, result.message) == (True, "2.9", "", "")
    assert result.origins == ORIGINS
    assert result.source == SOURCE
    assert str(tmp_path).encode() not in result.content
    kept = onnx.load_from_string(result.content).graph.node[0].metadata_props
    assert {note.key.rpartition(".")[2] for note in kept} == {"name_scopes", "class_hierarchy"}


def test_a_failure_is_told_the_same_way_in_every_run(tmp_path: Path) -> None:
    talk = "\x1b[31mlong talk\x1b[0m\n## Exception summary\n\n"
    text = f"{talk}{tmp_path}/net.py: at 0x7fffdeadbeef  \nsecond"
    report = {"torch": "2.9", "export": failure("GuardError", text)}
    result = export_module(asked(tmp_path), python_that_reports(tmp_path, report))
    assert (result.ok, result.content, result.origins) == (False, b"", ())
    assert result.error == "GuardError"
    assert result.message == "net.py: at 0x…\nsecond"


def test_a_failure_without_a_summary_keeps_its_words_but_not_all(tmp_path: Path) -> None:
    report = {"export": failure("E", "\x1b[1mword\x1b[0m " + "x" * 9_000)}
    result = export_module(asked(tmp_path), python_that_reports(tmp_path, report))
    assert result.message.startswith("word xxx")
    assert len(result.message) == 4_000


def test_a_module_that_does_not_load_is_the_failure(tmp_path: Path) -> None:
    report = {"torch": "2.9", "module": failure("ImportError", "no torchvision")}
    result = export_module(asked(tmp_path), python_that_reports(tmp_path, report))
    assert (result.error, result.message) == ("ImportError", "no torchvision")


def test_a_process_that_leaves_nothing_has_failed_with_its_last_words(tmp_path: Path) -> None:
    result = export_module(asked(tmp_path), python_that_reports(tmp_path, None))
    assert result.error == "NoResult"
    assert "gave no result: it ended.\nlost" in result.message


def test_origins_come_from_notes_or_from_names(tmp_path: Path) -> None:
    model = exported_model("/home")
    assert node_origins(model, "net.py") == ORIGINS
    assert [origin.line for origin in node_origins(model)] == [0, 0, 0]
    assert [node_origin.line for node_origin in node_origins(model, "et.py")] == [0, 0, 0]
    del model.graph.node[0].metadata_props[:]
    for name, module in (("/features/features.0/Conv", "features.0"), ("/Conv", ""), ("Conv", "")):
        model.graph.node[0].name = name
        assert node_origins(model)[0] == NodeOrigin(name, "Conv", module, "", 0)
    without_stacks(model)
    assert b"/home" not in model.SerializeToString()


def test_notes_that_are_no_lists_are_no_modules(tmp_path: Path) -> None:
    model = exported_model("/home")
    for text in ("[", "{'a': 1}", "__import__('os')", "(" * 300, "[str(2 + 2), '']"):
        model.graph.node[0].metadata_props[0].value = text
        assert node_origins(model)[0].module == ""


def test_a_row_a_module_in_the_order_of_the_graph(tmp_path: Path) -> None:
    again = NodeOrigin("more", "Add", "features.0", "Conv2d", 9)
    rows = [(row.module, row.nodes) for row in module_rows((*ORIGINS, again))]
    assert rows == [("features.0", ("conv", "more")), ("head", ("head",)), ("", ("root",))]


def test_what_is_not_exported_is_refused_with_the_reason(tmp_path: Path) -> None:
    source = str(tmp_path / "net.py")
    (tmp_path / "net.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "binary.py").write_bytes(b"\x80\x04\x95\xff\xfe")
    (tmp_path / "large.py").write_text("#" * 1_000_001, encoding="utf-8")
    (tmp_path / "net.txt").write_text(SOURCE, encoding="utf-8")
    for target, shape, reason in (
        (f"{tmp_path}/net.PTH:Model", "1", "pickled"),
        (f"{tmp_path}/net.torchscript", "1", "pickled"),
        (source, "1", "no class"), (f"{source}:a b", "1", "no class"),
        (f"{tmp_path}/net.txt:Model", "1", "no Python file"),
        (f"{tmp_path}/none.py:Model", "1", "There is no file"),
        (f"{tmp_path}/large.py:Model", "1", "larger than"),
        (f"{tmp_path}/binary.py:Model", "1", "no text"),
        (f"{source}:Model", "1,x", "no shape"), (f"{source}:Model", "0,3", "elements"),
        (f"{source}:Model", "10001,10001", "elements"), (f"{source}:Model", "1," * 8 + "1", "axes"),
        (f"{source}:Model", "1," + "9" * 10, "no shape"),
    ):  # fmt: skip
        with pytest.raises(ExportRefused, match=reason):
            export_request(target, shape)
    largest = export_request(f"{source}:Model", "1,1,1,1,1,1,10000,10000")
    assert largest.shape == (1, 1, 1, 1, 1, 1, 10_000, 10_000)
    assert largest.path.is_absolute()
