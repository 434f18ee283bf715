void ahead(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = a[i + 1] * 3;
}
