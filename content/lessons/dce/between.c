int twice(int *a, int *b, int n) {
    int seen = 0;
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        seen += *b;
        a[i] = i;
    }
    return seen;
}
