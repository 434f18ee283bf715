int sum(const int *a, int n) {
    register int s = 0;
    for (register int i = 0; i < n; i++)
        s += a[i];
    return s;
}
