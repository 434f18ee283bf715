void histogram(int n, const unsigned char *values, int *counts) {
  for (int i = 0; i < n; i++)
    counts[values[i]]++;
}
