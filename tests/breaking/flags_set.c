struct cell { unsigned low : 12; unsigned high : 20; };
void set(struct cell *restrict p, const unsigned *restrict x, int n) {
    for (int i = 0; i < n; i++) {
        p[i].low = x[i];
        p[i].high = x[i] / 2;
    }
}
