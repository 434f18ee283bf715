void blur(int rows, int columns, const float *restrict in, float *restrict out) {
  for (int y = 1; y < rows - 1; y++)
    for (int x = 1; x < columns - 1; x++)
      out[y * columns + x] = 0.2f * (in[y * columns + x] + in[y * columns + x - 1] +
                                     in[y * columns + x + 1] + in[(y - 1) * columns + x] +
                                     in[(y + 1) * columns + x]);
}
