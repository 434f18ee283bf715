"""Vectors behind a check: as LLVM names the checks it made, where its own remarks say nothing."""

from __future__ import annotations

import re

import pytest

from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import CompileJob

COMPILER = "clang-19"
EACH = "for (int i = 0; i < n; i++)"
UNSIGNED = "for (unsigned i = 0; i < n; i++)"
LOOPS = {
    "bytes_ahead": f"(char *a, long n, long k) {{ {EACH} a[i] = a[i + k]; }}",
    "ahead": f"(int *a, int n, int k) {{ {EACH} a[i] = a[i + k] + 1; }}",
    "behind": f"(int *a, int n, int k) {{ {EACH} a[i] = a[i - k] + 1; }}",
    "stored_ahead": f"(short *a, int n, int k) {{ {EACH} a[i + k] = a[i] * 2; }}",
    "two_offsets": f"(float *a, int n, int k, int m) {{ {EACH} a[i + m] = a[i + k] * 2; }}",
    "rows": f"(int n, int a[n][n], int j) {{ {EACH} a[j][i] = a[j - 1][i] + 1; }}",
    "from_offset": "(double *a, long n, long k) "
    "{ for (long i = k; i < n; i++) a[i] = a[i - k] * 2; }",
    "two_arrays": f"(float *a, const float *b, int n) {{ {EACH} a[i] = b[i] + 1; }}",
    "beyond_its_end": "(int *a, int n, int k) { for (int i = 0; i < k; i++) a[i] = a[i + k] + 1; }",
    "rest_of_a_row": "(float *restrict a, const float (*restrict b)[256]) "
    "{ for (int j = 0; j < 256; j++) for (int i = j + 1; i < 256; i++) a[i] -= b[j][i] * a[j]; }",
    "halves": "(short *a, unsigned n) "
    "{ for (unsigned i = 0; i < n / 2; i++) a[i] = a[i + n / 2]; }",
    "one_array": f"(int *a, int n) {{ {EACH} a[i] += 1; }}",
    "pointers": "(int *p, int *e) { for (; p != e; p++) *p += 1; }",
    "restricted_pointers": "(char *restrict a, char *e, const char *restrict b) "
    "{ while (a < e) *a++ = *b++ ^ 3; }",
    "restricted_from": "(float *restrict a, float *restrict b, int n, int k) "
    "{ for (int i = k; i < n; i++) a[i] = b[i - k] * 2; }",
    "wrapping_store": "(float *restrict a, const float *restrict b, long n, unsigned k) "
    f"{{ {UNSIGNED} a[i + k] = b[i] + 1; }}",
    "wrapping_load": "(int *restrict a, const int *restrict b, int n, unsigned k) "
    f"{{ {EACH} a[i] = b[i + k] + 1; }}",
    "wrapping_constant": "(int *restrict a, const int *restrict b, unsigned n) "
    f"{{ {UNSIGNED} a[i] = b[i + 3] + 1; }}",
    "wrapping_counter": "(int *restrict a, const int *restrict b, unsigned lo, unsigned hi) "
    "{ for (unsigned i = lo; i != hi; i++) a[i] = b[i] + 1; }",
    "wrapping_ahead": f"(int *a, int n, unsigned k) {{ {EACH} a[i] = a[i + k] + 1; }}",
    "unsigned_counter": "(int *restrict a, const int *restrict b, unsigned n) "
    f"{{ {UNSIGNED} a[i] = b[i] + 1; }}",
}
MASKED = {
    "masked_load": "(char *restrict a, const char *restrict b, int n) "
    f"{{ {EACH} a[i] ^= b[i & 15]; }}",
    "masked_total": "(int *restrict a, const int *restrict b, int n) "
    f"{{ {EACH} a[i & 7] += b[i]; }}",
    "masked_from": "(float *restrict a, const float *restrict b, int n, int k) "
    f"{{ {EACH} a[i] = b[(i + k) & 63]; }}",
    "masked_remainder": "(short *restrict a, const short *restrict b, unsigned n) "
    f"{{ {UNSIGNED} a[i] += b[i % 256]; }}",
}
UNMASKED = {
    "masked_value": f"(char *a, int n) {{ {EACH} a[i] = i & 15; }}",
    "short_enough": "(char *restrict a, const char *restrict b, int n) "
    "{ for (int j = 0; j < n; j++) for (int i = 0; i < 64; i++) a[j * 64 + i] ^= b[i & 63]; }",
}
KEYS = {
    "memcheck": "vectorized_overlap_check",
    "scevcheck": "vectorized_wrap_check",
    "": "vectorized",
}


def made_check(text: str) -> str:
    """The name of the block with the check, in LLVM's own form after the vectoriser."""
    found = find_compiler(COMPILER)
    job = CompileJob(SourceFile("a.c", f"void f{text}"), found, parse_flags("-O3", found))
    asked = ("-fno-discard-value-names", "-mllvm", "-print-after=loop-vectorize")
    printed = compile_with_dumps(job, asked).messages
    assert "vector.body" in printed
    named = re.search(r"^vector\.(memcheck|scevcheck):", printed, re.MULTILINE)
    return named[1] if named is not None else ""


@pytest.mark.parametrize("name", [*MASKED, *UNMASKED])
def test_clangs_vectors_end_where_a_masked_index_begins_again(name: str) -> None:
    text = (MASKED | UNMASKED)[name]
    verdict = explain_loops(SourceFile("a.c", f"void f{text}"), COMPILER, "-O3").loops[-1]
    assert verdict.vectorized
    assert (verdict.reason_key == "vectorized_mask_check") is (name in MASKED)
    assert (made_check(text) == "scevcheck") is (name in MASKED)


@pytest.mark.parametrize("name", LOOPS)
def test_clangs_checks_are_told(name: str) -> None:
    verdict = explain_loops(SourceFile("a.c", f"void f{LOOPS[name]}"), COMPILER, "-O3").loops[-1]
    assert verdict.vectorized
    assert verdict.reason_key == KEYS[made_check(LOOPS[name])]
