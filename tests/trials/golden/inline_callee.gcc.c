/* Calls, library functions, inline assembly and what a compiler may not move. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

float unknown_function(float);
__attribute__((const)) float constant_function(float);
__attribute__((const)) int constant_of_bound(int);
extern int global_count;

__attribute__((always_inline)) static float twice_plus_one(float v) { return 2 * v + 1; }

void call_not_inlined(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = twice_plus_one(x[i]);
}

#pragma omp declare simd notinbranch
float simd_function(float v);
