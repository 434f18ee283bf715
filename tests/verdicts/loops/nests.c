/* Loops in loops. */
void matrix_add(float *restrict out, const float *restrict a, const float *restrict b, int rows,
                int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      out[r * columns + c] = a[r * columns + c] + b[r * columns + c];
}

void matrix_multiply(float *restrict c, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void matrix_multiply_reordered(float *restrict c, const float *restrict a, const float *restrict b,
                               int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void transpose(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[j * n + i] = in[i * n + j];
}

void fixed_inner(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      out[4 * i + j] = in[4 * i + j] * 2.0f;
}

void fixed_inner_three(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 3; j++)
      s += in[3 * i + j];
    out[i] = s;
  }
}

void triangular(int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i * n + j] = i + j;
}

void convolution(float *restrict out, const float *restrict in, const float *restrict taps, int n,
                 int m) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < m; k++)
      s += in[i + k] * taps[k];
    out[i] = s;
  }
}

void bubble(int *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (x[j] > x[j + 1]) {
        int t = x[j];
        x[j] = x[j + 1];
        x[j + 1] = t;
      }
}

void row_means(float *restrict means, const float *restrict matrix, int rows) {
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int c = 0; c < 256; c++)
      s += matrix[r * 256 + c];
    means[r] = s / 256;
  }
}

void whole_array(float grid[64][64]) {
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      grid[y][x] = grid[y][x] + 1.0f;
}

void blur(unsigned char out[512][512], unsigned char in[512][512]) {
  for (int y = 1; y < 511; y++)
    for (int x = 1; x < 511; x++) {
      int s = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          s += in[y + dy][x + dx];
      out[y][x] = (unsigned char)(s / 9);
    }
}

void two_in_a_row(int *restrict a, int *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] += 1;
  for (int i = 0; i < n; i++) b[i] = b[i] * 3;
}

void matrix_multiply_in_place(float *restrict c, const float *restrict a, const float *restrict b,
                              int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
