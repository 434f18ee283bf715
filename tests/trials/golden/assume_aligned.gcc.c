void saxpy_in_place(float *y, const float *x, float a, int n) {
  y = __builtin_assume_aligned(y, 16);
  x = __builtin_assume_aligned(x, 16);
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
