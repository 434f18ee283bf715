void process_until(float *restrict x, const float *restrict limit, int n) {
  int stop = 0;
  for (; stop < n; stop++)
    if (limit[stop] < 0)
      break;
  for (int i = 0; i < stop; i++) {
    x[i] = x[i] * 2 + limit[i];
  }
}
