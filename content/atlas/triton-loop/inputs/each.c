void each(int n, const float *restrict in, const float *restrict bias, float *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++) {
      float v = in[i * 64 + j] + bias[j];
      out[i * 64 + j] = v > 0 ? v : 0;
    }
}
