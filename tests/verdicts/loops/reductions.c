/* Many elements in, one value out. */
int sum_integers(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

float sum_floats(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

double dot_doubles(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

float product_of_floats(const float *x, int n) {
  float p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}

int maximum_integer(const int *x, int n) {
  int best = x[0];
  for (int i = 1; i < n; i++)
    best = x[i] > best ? x[i] : best;
  return best;
}

float maximum_float(const float *x, int n) {
  float best = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > best)
      best = x[i];
  return best;
}

int index_of_maximum(const int *x, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[best])
      best = i;
  return best;
}

unsigned exclusive_or(const unsigned *x, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s ^= x[i];
  return s;
}

int dot_bytes(const signed char *a, const signed char *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

int count_matches(const char *text, int n, char wanted) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += text[i] == wanted;
  return count;
}

int conditional_sum(const int *x, const int *keep, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (keep[i])
      s += x[i];
  return s;
}

unsigned long sum_of_bytes(const unsigned char *x, int n) {
  unsigned long s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int sum_absolute_differences(const unsigned char *a, const unsigned char *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int d = a[i] - b[i];
    s += d < 0 ? -d : d;
  }
  return s;
}

void two_sums(const float *x, int n, float *out) {
  float s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += x[i] * x[i];
  }
  out[0] = s;
  out[1] = t;
}

float sum_below(const float *x, int n, float limit) {
  float s = 0;
  for (int i = 0; i < n; i++)
    if (x[i] < limit)
      s += x[i];
  return s;
}

double mean_distance(const float *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s / n;
}

void sum_through_pointer(int *total, const int *x, int n) {
  for (int i = 0; i < n; i++)
    *total += x[i];
}

void sum_through_float_pointer(float *total, const int *x, int n) {
  for (int i = 0; i < n; i++)
    *total += x[i];
}
