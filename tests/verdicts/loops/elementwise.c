/* One element in, one element out. */
void copy_words(int *restrict to, const int *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

void scale_maybe_overlapping(float *y, const float *x, float factor, int n) {
  for (int i = 0; i < n; i++)
    y[i] = factor * x[i];
}

void saxpy_in_place(float *y, const float *x, float a, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

void add_three_arrays(double *out, const double *a, const double *b, const double *c, long n) {
  for (long i = 0; i < n; i++)
    out[i] = a[i] + b[i] + c[i];
}

void brighten(unsigned char *restrict pixels, int n) {
  for (int i = 0; i < n; i++)
    pixels[i] = pixels[i] / 2 + 20;
}

void invert_bits(unsigned long *words, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    words[i] = ~words[i];
}

void fixed_sixty_four(int *restrict out, const int *restrict in) {
  for (int i = 0; i < 64; i++)
    out[i] = in[i] * 3;
}

void fixed_four(float *restrict out, const float *restrict in) {
  for (int i = 0; i < 4; i++)
    out[i] = in[i] * 2.0f;
}

void backwards(int *restrict out, const int *restrict in, int n) {
  for (int i = n - 1; i >= 0; i--)
    out[i] = in[i] + 7;
}

void reverse_copy(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[n - 1 - i];
}

void square_roots(double *restrict out, const double *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] / (in[i] + 1.0);
}

void shift_right(unsigned short *restrict values, int n, int distance) {
  for (int i = 0; i < n; i++)
    values[i] = (unsigned short)(values[i] >> distance);
}

void absolute(int *values, int n) {
  for (int i = 0; i < n; i++)
    values[i] = values[i] < 0 ? -values[i] : values[i];
}

void pointer_walk(float *to, const float *from, const float *end) {
  while (from != end)
    *to++ = *from++ * 0.5f;
}

void identity_sequence(int *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = i * i;
}
