void vector(int n, const float (*restrict a)[64], const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < 64; j++)
      y[i] += a[i][j] * x[j];
  }
}
