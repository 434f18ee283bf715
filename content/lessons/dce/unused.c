int sum(const int *a, int n) {
    int s = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        squares += a[i] * a[i];
    }
    return s;
}
