"""Pages that a mapped file is read for, counted one by one for a small file."""

from __future__ import annotations

from pathlib import Path

from compiler_core.llm.converting.page_reads import PAGE_BYTES, page_reads
from compiler_core.llm.inspection import reads_per_token
from compiler_core.llm.reading.header import read_header
from tests.llm.reading.hostile_gguf import KEYS
from tests.llm.reading.model_files import Gguf
from tests.llm.tiny_models import tiny_gguf


def pages_by_hand(path: Path) -> tuple[set[int], set[int]]:
    """Pages of the header, and those a token touches, byte range by byte range."""
    header = read_header(path)
    of_header = set(range(-(-header.header_bytes // PAGE_BYTES)))
    touched: set[int] = set()
    for entry, read in zip(header.tensors, reads_per_token(header), strict=True):
        count = read.bytes
        if read.reason == "input embedding":
            count = entry.size // entry.shape[0]
        touched |= {at // PAGE_BYTES for at in range(entry.offset, entry.offset + count)}
    return of_header, touched


def test_pages_are_those_counted_by_hand(tmp_path: Path) -> None:
    for kind in ("llama", "llama-untied", "mixtral"):
        path = tiny_gguf(tmp_path / f"{kind}.gguf", kind=kind, layers=1)
        found = page_reads(read_header(path))
        of_header, touched = pages_by_hand(path)
        assert found.header_pages == len(of_header)
        assert found.next_token_pages == len(touched)
        assert found.first_token_pages == len(touched - of_header)
        assert found.file_pages == -(-path.stat().st_size // PAGE_BYTES)
        assert "Computed" in found.sentence


def test_two_small_tensors_share_a_page(tmp_path: Path) -> None:
    tensors = [("token_embd.weight", "F32", (8, 64)), ("blk.0.attn_norm.weight", "F32", (64,))]
    header = read_header(Gguf(list(KEYS), tensors).write(tmp_path / "small.gguf"))
    found = page_reads(header)
    assert found.file_pages == 1
    assert found.next_token_pages == 1
    assert found.first_token_pages == 0
    assert [region.shared for region in found.regions] == [False, True]
