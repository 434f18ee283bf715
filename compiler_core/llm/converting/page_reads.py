"""What a mapped file's pages are read for: header, first token, every further token.

Computed from the tensor table, not measured: a page is read from the disk when a byte of it is
first touched, and stays in memory if there is room. A token touches the pages of all weights it
reads and of one row of the input embedding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler_core.llm.inspection import TensorRead, reads_per_token
from compiler_core.llm.records import ModelHeader, TensorEntry

PAGE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class PageRegion:
    """A tensor's place in the file. pages: that it lies on; touched: by one token, a whole number
    upwards. shared: its first page holds the end of the tensor before it as well."""

    name: str
    first_page: int
    pages: int
    touched: int
    shared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReads:
    """Which pages of a mapped model file are read when."""

    page_bytes: int
    """Size of a page of memory."""
    file_pages: int
    """How many the whole file has."""
    header_pages: int
    """Read to know what is where."""
    first_token_pages: int
    """Read from the disk for the first token, beyond those."""
    next_token_pages: int
    """Touched again by each further token; read from the disk again only if memory did not hold
    them."""
    regions: tuple[PageRegion, ...]
    """Where each tensor lies, in order of the file."""
    sentence: str
    """What the figures come to, in words."""


def page_reads(header: ModelHeader) -> PageReads:
    """Pages of a single mapped file."""
    reads = dict(zip(header.tensors, reads_per_token(header), strict=True))
    ordered = sorted(header.tensors, key=lambda entry: entry.offset)
    last = -1
    regions: list[PageRegion] = []
    for entry in ordered:
        region = _region(entry, reads[entry], last)
        last = region.first_page + region.pages - 1 if region.pages else last
        regions.append(region)
    header_pages = -(-header.header_bytes // PAGE_BYTES)
    spans = [span for tensor in ordered if (span := _span(tensor, reads[tensor]))]
    touched = _distinct_pages(spans, 0)
    fresh = _distinct_pages(spans, header_pages)
    file_pages = -(-header.file_bytes // PAGE_BYTES)
    return PageReads(
        page_bytes=PAGE_BYTES,
        file_pages=file_pages,
        header_pages=header_pages,
        first_token_pages=fresh,
        next_token_pages=touched,
        regions=tuple(regions),
        sentence=_sentence(file_pages, header_pages, fresh, touched),
    )


def _sentence(file_pages: int, header: int, first: int, following: int) -> str:
    return (
        f"Computed from the table, not measured: of {file_pages:,} pages of {PAGE_BYTES:,} bytes, "
        f"opening the file reads {header:,}, the first token {first:,} more, and each further "
        f"token touches {following:,} again."
    )


def _span(entry: TensorEntry, read: TensorRead) -> tuple[int, int] | None:
    """First and last page that a token touches; of rows and experts, those stored first."""
    count = _bytes_touched(entry, read)
    if not count:
        return None
    return entry.offset // PAGE_BYTES, (entry.offset + count - 1) // PAGE_BYTES


def _bytes_touched(entry: TensorEntry, read: TensorRead) -> int:
    if read.reason == "input embedding":
        return entry.size // max(entry.shape[0] if entry.shape else 1, 1)
    return read.bytes


def _distinct_pages(spans: Iterable[tuple[int, int]], after: int) -> int:
    """Pages in spans that are in order of their first page, none counted twice, none below
    `after`."""
    count, next_page = 0, after
    for first, last in spans:
        begin = max(first, next_page)
        count += max(last - begin + 1, 0)
        next_page = max(next_page, last + 1)
    return count


def _region(entry: TensorEntry, read: TensorRead, last_page: int) -> PageRegion:
    first = entry.offset // PAGE_BYTES
    pages = (entry.offset + entry.size - 1) // PAGE_BYTES - first + 1 if entry.size else 0
    touched = -(-_bytes_touched(entry, read) // PAGE_BYTES)
    return PageRegion(entry.name, first, pages, touched, first == last_page)
