/* Calls, library functions, inline assembly and what a compiler may not move. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

float unknown_function(float);
__attribute__((const)) float constant_function(float);
__attribute__((const)) int constant_of_bound(int);
extern int global_count;

#pragma omp declare simd notinbranch
float simd_function(float v);

void volatile_array(int *restrict out, const int *in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i];
}
