void clear(int *a, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        a[i] = 0;
}
