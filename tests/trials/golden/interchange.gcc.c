void matrix_multiply_in_place(float *restrict c, const float *restrict a, const float *restrict b,
                              int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
