/* One iteration needs what an earlier one made. */
void prefix_sum(int *x, int n) {
  #pragma clang loop unroll_count(4)
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
}
