void saxpy_in_place(float *y, const float *x, float a, int n) {
  if (n % 8 == 0) {
    for (int i = 0; i < n; i++)
      y[i] = a * x[i] + y[i];
  } else {
    for (int i = 0; i < n; i++)
      y[i] = a * x[i] + y[i];
  }
}
