/* Calls, library functions, inline assembly and what a compiler may not move. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#pragma omp declare simd notinbranch
float unknown_function(float);
__attribute__((const)) float constant_function(float);
__attribute__((const)) int constant_of_bound(int);
extern int global_count;

void call_unknown(float *x, int n) {
  #pragma omp simd
  for (int i = 0; i < n; i++)
    x[i] = unknown_function(x[i]);
}

#pragma omp declare simd notinbranch
float simd_function(float v);
