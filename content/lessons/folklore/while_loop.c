int sum(const int *a, int n) {
    int s = 0, i = 0;
    while (i < n) {
        s += a[i];
        i++;
    }
    return s;
}
