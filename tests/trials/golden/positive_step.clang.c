struct buffer {
  int length;
  int *items;
};

void step_unknown(int *x, int n, int step) {
  __builtin_assume(step > 0);
  for (int i = 0; i < n; i += step)
    x[i] = 0;
}
