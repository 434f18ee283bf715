/* When the number of iterations is hard, or easy, to know. */
void bound_in_memory(int *x, const int *n) {
  for (int i = 0; i < *n; i++)
    x[i] = i;
}

struct buffer {
  int length;
  int *items;
};

void bound_in_structure(struct buffer *b) {
  for (int i = 0; i < b->length; i++)
    b->items[i] += 1;
}

void step_unknown(int *x, int n, int step) {
  for (int i = 0; i < n; i += step)
    x[i] = 0;
}

void not_equal_bound(float *x, unsigned n) {
  for (unsigned i = 0; i != n; i += 3)
    x[i] = 1.0f;
}

void wrapping_index(float *x, unsigned char n) {
  for (unsigned char i = 0; i <= n; i++)
    x[i] = 1.0f;
}

void halving(int *x, int n) {
  for (int i = n; i > 0; i /= 2)
    x[i] = i;
}

void two_conditions(int *x, int n, int m) {
  for (int i = 0; i < n && i < m; i++)
    x[i] = x[i] * 2;
}

void three_iterations(int *restrict out, const int *restrict in) {
  for (int i = 0; i < 3; i++)
    out[i] = in[i] + 2;
}

void two_doubles(double *restrict out, const double *restrict in) {
  for (int i = 0; i < 2; i++)
    out[i] = in[i] * 1.5;
}

void seventeen(float *restrict out, const float *restrict in) {
  for (int i = 0; i < 17; i++)
    out[i] = in[i] + 2.5f;
}

void multiple_of_eight(float *restrict x, int n) {
  for (int i = 0; i < (n & ~7); i++)
    x[i] = x[i] * 3.0f;
}

void long_steps(float *restrict x, int n) {
  for (int i = 0; i < n; i += 8)
    x[i] = x[i] * 3.0f;
}

void float_counter(float *out, float end) {
  int k = 0;
  for (float t = 0; t < end; t += 0.5f)
    out[k++] = t;
}

unsigned closed_form(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += i;
  return s;
}

void deleted_loop(int n) {
  int unused = 0;
  for (int i = 0; i < n; i++)
    unused += i & n;
}

void clear_bytes(char *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

void copy_bytes(char *restrict to, const char *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

void move_bytes(char *to, const char *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

void fill_words(int *x, int n, int value) {
  for (int i = 0; i < n; i++)
    x[i] = value;
}
