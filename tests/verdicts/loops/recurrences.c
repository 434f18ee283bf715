/* One iteration needs what an earlier one made. */
void prefix_sum(int *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
}

void distance_four(int *x, int n) {
  for (int i = 4; i < n; i++)
    x[i] = x[i - 4] + 1;
}

void distance_two(int *x, int n) {
  for (int i = 2; i < n; i++)
    x[i] = x[i - 2] * 3;
}

void read_ahead(int *x, int n) {
  for (int i = 0; i < n - 1; i++)
    x[i] = x[i + 1] + 1;
}

unsigned linear_congruence(unsigned seed, int n) {
  for (int i = 0; i < n; i++)
    seed = seed * 1664525u + 1013904223u;
  return seed;
}

float filter_first_order(float *restrict out, const float *restrict in, int n) {
  float state = 0;
  for (int i = 0; i < n; i++) {
    state = 0.9f * state + in[i];
    out[i] = state;
  }
  return state;
}

unsigned checksum(const unsigned char *data, int n) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < n; i++) {
    a = a + data[i];
    b = b + a;
  }
  return b;
}

void fibonacci(unsigned *out, int n) {
  for (int i = 2; i < n; i++)
    out[i] = out[i - 1] + out[i - 2];
}

void previous_value(int *restrict out, const int *restrict in, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    out[i] = in[i] - last;
    last = in[i];
  }
}

unsigned crc_step(const unsigned char *data, int n, const unsigned *table) {
  unsigned crc = ~0u;
  for (int i = 0; i < n; i++)
    crc = table[(crc ^ data[i]) & 255] ^ (crc >> 8);
  return crc;
}

void unknown_distance(int *x, int n, int k) {
  for (int i = 0; i < n; i++)
    x[i + k] = x[i] + 1;
}

void histogram(int *restrict counts, const unsigned char *restrict data, int n) {
  for (int i = 0; i < n; i++)
    counts[data[i]]++;
}
