void product(int n, float a[][64], float b[][64], float c[][64]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        c[i][j] += a[i][k] * b[k][j];
}
