void every_fifth(float *restrict out, const float *restrict in, int n) {
  #pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++)
    out[i] = in[5 * i];
}

struct pair {
  float real, imaginary;
};

struct pixel {
  unsigned char red, green, blue;
};

struct particle {
  double x, y, z, mass, charge;
};

struct node {
  struct node *next;
  int value;
};

void bit_fields(struct { unsigned a : 5, b : 11; } *items, int n) {
  for (int i = 0; i < n; i++)
    items[i].b = items[i].a;
}
