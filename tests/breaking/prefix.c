void prefix(int *a, int n) {
    for (int i = 16; i < n; i++)
        a[i] = a[i - 1] + 5;
}
