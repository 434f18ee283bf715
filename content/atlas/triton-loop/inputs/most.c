float most(int n, const float *x) {
  float m = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  return m;
}
