void add_some(int *restrict s, const int *restrict a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s[i] += a[i];
}
