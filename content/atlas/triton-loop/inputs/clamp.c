void clamp(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 1.0f)
      y[i] = 1.0f;
    else
      y[i] = x[i] * x[i];
  }
}
