void product(int n, const float (*restrict a)[16], const float (*restrict b)[16],
             float (*restrict c)[16]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) {
      float sum = 0;
      for (int k = 0; k < 16; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
