void rows(int n, const float *a, float *sums) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < 64; j++)
      sum += a[i * 64 + j];
    sums[i] = sum;
  }
}
