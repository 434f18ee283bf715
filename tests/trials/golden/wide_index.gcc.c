void unsigned_index(float *restrict out, const float *restrict in, unsigned n, unsigned offset) {
  for (unsigned long i = 0; i < n; i++)
    out[i] = in[i + offset];
}
