"""How the test program calls each example loop, and what the loop must then load and store.

The program's arrays are 1 MiB each and hold bytes of 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Form = Callable[[int], int]

PROTOTYPES = """
struct point { float x, y, z; };
extern void add_all(int *, const int *, int);
extern void move_right(struct point *, float, int);
extern void axpy(float *, const float *, float, int);
extern void brighten(unsigned char *, unsigned char, int);
extern void adjust_all(float *, int);
extern unsigned checksum(const unsigned char *, int);
extern void clamp(int *, int, int, int);
extern int collatz_steps(unsigned long);
extern void sum_columns(long *, int (*)[256], int);
extern void filter(float (*)[128], const float (*)[128], const float (*)[3], int);
extern int count_character(const char *, char, int);
extern float dot_product(const float *, const float *, int);
extern int affordable(const int *, int, int);
extern int find_first(const int *, int, int);
extern void scale_q15(short *, short, int);
extern void histogram(unsigned *, const unsigned char *, int);
extern int evaluate(const unsigned char *, int, int);
extern void translate(unsigned char *, const unsigned char *, int);
extern void add_where(int *, const int *, const int *, int);
extern void multiply(float (*)[64], const float (*)[64], const float (*)[64]);
extern void matrix_vector(int *, const int *, const int *, int, int);
extern int count_bits(const unsigned long *, int);
extern void prefix_sum(int *, int);
extern void relu(float *, int);
extern void add_rows(float *, const float (*)[256], int);
extern void mix(unsigned char *, const unsigned char *, const unsigned char *, int);
extern void saxpy(float *, const float *, float, int);
extern void smooth(float *, const float *, int);
extern void spread(float (*)[128], const float (*)[128], int);
extern void take_every_fourth(int *, const int *, int);
extern unsigned long length(const char *);
extern int sum(const int *, int);
extern int run(const unsigned char *, int, int);
extern void transpose(float *, const float *, int);
extern int _Z5totalRKSt5arrayIiLm32EE(const void *);
extern void _Z15scale_and_shiftPimii(int *, unsigned long, int, int);
extern void _Z4axpyIfEvPT_PKS0_S0_i(float *, const float *, float, int);
float adjust(float value) { return value * 2.0f; }
"""


@dataclass(frozen=True)
class Call:
    """statement: the call in C, with `n` and the arrays `first`, `second` and `third` (void *).

    linear: the count is a line in n (multiples of 64). loads, stores: instructions of GCC's -O1
    code, which keeps scalars in registers and does not vectorise; loaded, stored: bytes, whichever
    way the loop is compiled. None: not stated.
    """

    example: str
    symbol: str
    statement: str
    linear: bool = True
    loads: Form | None = None
    stores: Form | None = None
    loaded: Form | None = None
    stored: Form | None = None


def nothing(n: int) -> int:
    """Neither read nor written."""
    return 0


def each(size: int, start: int = 0) -> Form:
    """size for each of n + start elements."""
    return lambda n: size * (n + start)


CALLS = (
    Call("alias_sum", "add_all", "add_all(first, second, n)",
         loads=each(2), stores=each(1), stored=each(4)),
    Call("array_of_structs", "move_right", "move_right(first, 2.0f, n)",
         loads=each(1), stores=each(1), stored=each(4)),
    Call("axpy_restrict", "axpy", "axpy(first, second, 2.0f, n)",
         loads=each(2), stores=each(1), loaded=each(8), stored=each(4)),
    Call("brightness", "brighten", "brighten(first, 3, n)",
         loads=each(1), stores=each(1), loaded=each(1), stored=each(1)),
    Call("call_in_loop", "adjust_all", "adjust_all(first, n)"),
    Call("checksum", "checksum", "checksum(first, n)",
         loads=each(1), stores=nothing, loaded=each(1), stored=nothing),
    Call("clamp", "clamp", "clamp(first, 1, 2, n)",
         loads=each(1), stores=each(1), loaded=each(4), stored=each(4)),
    Call("collatz", "collatz_steps", "collatz_steps(n)", linear=False,
         loads=nothing, stores=nothing),
    Call("column_sweep", "sum_columns", "sum_columns(first, second, n)",
         loads=each(256), stores=lambda n: 256, loaded=each(1024), stored=lambda n: 2048),
    Call("convolution_3x3", "filter", "filter(first, second, third, n)"),
    Call("count_character", "count_character", "count_character(first, 1, n)",
         loads=each(1), stores=nothing, loaded=each(1), stored=nothing),
    Call("dot_product", "dot_product", "dot_product(first, second, n)",
         loads=each(2), stores=nothing, loaded=each(8), stored=nothing),
    Call("early_exit", "affordable", "affordable(first, 2147483647, n > 100 ? 100 : n)",
         linear=False, stores=nothing),
    Call("find_first", "find_first", "find_first(first, 5, n)",
         loads=each(1), stores=nothing, loaded=each(4), stored=nothing),
    Call("fixed_point_q15", "scale_q15", "scale_q15(first, 3, n)",
         loads=each(1), stores=each(1), loaded=each(2), stored=each(2)),
    Call("histogram", "histogram", "histogram(first, second, n)",
         loads=each(2), stores=each(1), loaded=each(5), stored=each(4)),
    Call("jump_table", "evaluate", "evaluate(first, n, 3)"),
    Call("lookup_table", "translate", "translate(first, second, n)",
         loads=each(2), stores=each(1), loaded=each(2), stored=each(1)),
    Call("masked_add", "add_where", "add_where(first, second, third, n)",
         loads=each(3), stores=each(1), loaded=each(12), stored=each(4)),
    Call("matrix_multiply", "multiply", "multiply(first, second, third)", linear=False),
    Call("matrix_vector", "matrix_vector", "matrix_vector(first, second, third, n, 16)",
         stores=each(1), loaded=each(128), stored=each(4)),
    Call("population_count", "count_bits", "count_bits(first, n)",
         loads=each(1), stores=nothing, loaded=each(8), stored=nothing),
    Call("prefix_sum", "prefix_sum", "prefix_sum(first, n)", stores=each(1, -1),
         stored=each(4, -1)),
    Call("relu", "relu", "relu(first, n)",
         loads=each(1), stores=each(1), loaded=each(4), stored=each(4)),
    Call("row_sweep", "add_rows", "add_rows(first, second, n)",
         loads=each(512), stores=each(256)),
    Call("saturating_add", "mix", "mix(first, second, third, n)",
         loads=each(2), stores=each(1), loaded=each(2), stored=each(1)),
    Call("saxpy", "saxpy", "saxpy(first, second, 2.0f, n)",
         loads=each(2), stores=each(1), loaded=each(8), stored=each(4)),
    Call("stencil_3", "smooth", "smooth(first, second, n)", stores=each(1, -2),
         stored=each(4, -2)),
    Call("stencil_5", "spread", "spread(first, second, n)",
         stores=each(126, -2), stored=each(504, -2)),
    Call("strided_copy", "take_every_fourth", "take_every_fourth(first, second, n)",
         loads=each(1), stores=each(1), stored=each(4)),
    Call("string_length", "length", "((char *)first)[n] = 0, length(first)",
         loads=each(1, 1), stores=nothing, loaded=each(1, 1), stored=nothing),
    Call("sum", "sum", "sum(first, n)",
         loads=each(1), stores=nothing, loaded=each(4), stored=nothing),
    Call("switch_in_loop", "run", "run(first, n, 3)"),
    Call("transpose", "transpose", "transpose(first, second, n)", linear=False,
         loads=lambda n: n * n, stores=lambda n: n * n,
         loaded=lambda n: 4 * n * n, stored=lambda n: 4 * n * n),
    Call("range_for", "_Z5totalRKSt5arrayIiLm32EE", "_Z5totalRKSt5arrayIiLm32EE(first)",
         linear=False, loads=lambda n: 32, stores=nothing, loaded=lambda n: 128, stored=nothing),
    Call("scale_lambda", "_Z15scale_and_shiftPimii", "_Z15scale_and_shiftPimii(first, n, 3, 4)",
         loads=each(1), stores=each(1), loaded=each(4), stored=each(4)),
    Call("template_axpy", "_Z4axpyIfEvPT_PKS0_S0_i",
         "_Z4axpyIfEvPT_PKS0_S0_i(first, second, 2.0f, n)",
         loads=each(2), stores=each(1), loaded=each(8), stored=each(4)),
)  # fmt: skip
