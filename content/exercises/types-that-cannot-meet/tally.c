void tally({type} *s, const int *a, int n) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
