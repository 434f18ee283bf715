/* Branches, exits and switches inside the loop. */
int find_first(const int *x, int n, int wanted) {
  for (int i = 0; i < n; i++)
    if (x[i] == wanted)
      return i;
  return -1;
}

int find_with_break(const int *x, int n, int wanted) {
  int i;
  for (i = 0; i < n; i++)
    if (x[i] == wanted)
      break;
  return i;
}

int all_positive(const float *x, int n) {
  for (int i = 0; i < n; i++)
    if (!(x[i] > 0))
      return 0;
  return 1;
}

void process_until(float *restrict x, const float *restrict limit, int n) {
  for (int i = 0; i < n; i++) {
    if (limit[i] < 0)
      break;
    x[i] = x[i] * 2 + limit[i];
  }
}

void relu(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] > 0 ? x[i] : 0;
}

void conditional_store(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    if (in[i] > 0)
      out[i] = in[i];
}

void conditional_load(int *restrict out, const int *restrict in, const int *restrict flag, int n) {
  for (int i = 0; i < n; i++)
    if (flag[i])
      out[i] = in[i];
}

void conditional_divide(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    if (in[i] != 0)
      out[i] = 1000 / in[i];
}

void both_ways(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] > 1.0f)
      out[i] = in[i] * 2.0f;
    else
      out[i] = in[i] + 3.0f;
  }
}

void clamp(int *x, int n, int low, int high) {
  for (int i = 0; i < n; i++) {
    if (x[i] < low)
      x[i] = low;
    else if (x[i] > high)
      x[i] = high;
  }
}

void by_kind(int *restrict out, const int *restrict in, const unsigned char *restrict kind, int n) {
  for (int i = 0; i < n; i++) {
    switch (kind[i]) {
    case 0:
      out[i] = in[i];
      break;
    case 1:
      out[i] = -in[i];
      break;
    case 2:
      out[i] = in[i] * in[i];
      break;
    case 3:
      out[i] = in[i] >> 3;
      break;
    case 4:
      out[i] = in[i] ^ 0x55;
      break;
    default:
      out[i] = 0;
    }
  }
}

void skipping(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] & 1)
      continue;
    out[i] = in[i] / 2;
  }
}

int collatz(unsigned n) {
  int steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

int string_length(const char *text) {
  int n = 0;
  while (text[n])
    n++;
  return n;
}

int pack_positive(int *restrict out, const int *restrict in, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (in[i] > 0)
      out[k++] = in[i];
  return k;
}

void skip_by_goto(int *x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      goto next;
    x[i] += 5;
  next:;
  }
}

void masked_after_test(int *x, int n, int mode) {
  for (int i = 0; i < n; i++) {
    if (mode)
      x[i] += 1;
    else
      x[i] -= 1;
  }
}

int do_while_digits(unsigned n) {
  int digits = 0;
  do {
    digits++;
    n /= 10;
  } while (n);
  return digits;
}

void do_while_copy(int *restrict to, const int *restrict from, int n) {
  int i = 0;
  do {
    to[i] = from[i] * 5;
    i++;
  } while (i < n);
}

void while_countdown(short *x, int n) {
  while (n-- > 0)
    x[n] = (short)(x[n] + 3);
}
