void sum_through_pointer(int *total, const int *x, int n) {
  __typeof__(*total) local_sum = *total;
  for (int i = 0; i < n; i++)
    local_sum += x[i];
  *total = local_sum;
}
