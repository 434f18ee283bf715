/* Elements of several sizes in one loop. */
void bytes_to_floats(float *restrict out, const unsigned char *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * (1.0f / 255.0f);
}

void floats_to_bytes(unsigned char *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (unsigned char)(in[i] * 255.0f);
}

void widen_short(int *restrict out, const short *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i];
}

void narrow_int(short *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (short)in[i];
}

void float_to_double(double *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * 1.1;
}

void fixed_point(short *restrict out, const short *restrict a, const short *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (short)((a[i] * b[i]) >> 15);
}

void saturate(unsigned char *restrict x, const unsigned char *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i] + y[i];
    x[i] = (unsigned char)(s > 255 ? 255 : s);
  }
}

void long_multiply(long *restrict out, const long *restrict a, const long *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] * b[i];
}

void integer_divide(int *restrict out, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] / b[i];
}

void remainder_constant(unsigned *restrict out, const unsigned *restrict a, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] % 10;
}

void half_precision(_Float16 *restrict out, const _Float16 *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] + in[i];
}

void quad_precision(long double *restrict out, const long double *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] + in[i];
}

void wide_integers(__int128 *restrict out, const __int128 *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] + 1;
}

void population_count(int *restrict out, const unsigned *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = __builtin_popcount(in[i]);
}

void mixed_columns(double *restrict out, const int *restrict a, const short *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] + (double)b[i];
}

void unsigned_index(float *restrict out, const float *restrict in, unsigned n, unsigned offset) {
  for (unsigned i = 0; i < n; i++)
    out[i] = in[i + offset];
}

void booleans(_Bool *restrict out, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] < b[i];
}
