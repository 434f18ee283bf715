/* Strides, gathers, scatters and structures. */
void every_second(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[2 * i];
}

void every_fifth(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[5 * i];
}

void symbolic_stride(float *restrict out, const float *restrict in, int n, int stride) {
  for (int i = 0; i < n; i++)
    out[i] = in[i * stride];
}

void symbolic_stride_store(float *restrict out, const float *restrict in, int n, int stride) {
  for (int i = 0; i < n; i++)
    out[i * stride] = in[i];
}

void gather(float *restrict out, const float *restrict table, const int *restrict index, int n) {
  for (int i = 0; i < n; i++)
    out[i] = table[index[i]];
}

void scatter(float *restrict out, const float *restrict in, const int *restrict index, int n) {
  for (int i = 0; i < n; i++)
    out[index[i]] = in[i];
}

void gather_doubles(double *restrict out, const double *restrict t, const long *restrict k, long n) {
  for (long i = 0; i < n; i++)
    out[i] = t[k[i]] * 2.0;
}

struct pair {
  float real, imaginary;
};

void complex_scale(struct pair *restrict out, const struct pair *restrict in, float factor, int n) {
  for (int i = 0; i < n; i++) {
    out[i].real = in[i].real * factor;
    out[i].imaginary = in[i].imaginary * factor;
  }
}

void split_complex(float *restrict re, float *restrict im, const struct pair *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    re[i] = z[i].real;
    im[i] = z[i].imaginary;
  }
}

struct pixel {
  unsigned char red, green, blue;
};

void grey(unsigned char *restrict out, const struct pixel *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (unsigned char)((in[i].red * 77 + in[i].green * 151 + in[i].blue * 28) >> 8);
}

struct particle {
  double x, y, z, mass, charge;
};

double total_mass(const struct particle *p, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += p[i].mass;
  return total;
}

void column_sum(const int *restrict matrix, int *restrict out, int rows, int columns) {
  for (int c = 0; c < columns; c++) {
    int s = 0;
    for (int r = 0; r < rows; r++)
      s += matrix[r * columns + c];
    out[c] = s;
  }
}

struct node {
  struct node *next;
  int value;
};

int list_sum(const struct node *list) {
  int s = 0;
  while (list) {
    s += list->value;
    list = list->next;
  }
  return s;
}

void through_table(unsigned char *restrict text, const unsigned char *restrict table, int n) {
  for (int i = 0; i < n; i++)
    text[i] = table[text[i]];
}

void stencil_three(float *restrict out, const float *restrict in, int n) {
  for (int i = 1; i < n - 1; i++)
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

void array_of_pointers(float **rows, int n) {
  for (int i = 0; i < n; i++)
    *rows[i] = 0.0f;
}

void wrapped_unsigned(float *restrict out, const float *restrict in, unsigned n, unsigned start) {
  for (unsigned i = 0; i < n; i++)
    out[i] = in[(i + start) % 1024];
}

void bit_fields(struct { unsigned a : 5, b : 11; } *items, int n) {
  for (int i = 0; i < n; i++)
    items[i].b = items[i].a;
}
