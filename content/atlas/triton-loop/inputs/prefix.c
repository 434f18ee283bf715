void prefix(int n, float *restrict a) {
  for (int i = 1; i < n; i++)
    a[i] = a[i] + a[i - 1];
}
