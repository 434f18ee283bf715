void triangle(int n, const float *a, float *sums) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < i; j++)
      sum += a[j];
    sums[i] = sum;
  }
}
