void conditional_store(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (in[i] > 0) ? in[i] : out[i];
}
