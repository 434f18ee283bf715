struct buffer {
  int length;
  int *items;
};

void step_unknown(int *x, int n, int step) {
  if (!(step > 0))
    __builtin_unreachable();
  for (int i = 0; i < n; i += step)
    x[i] = 0;
}
