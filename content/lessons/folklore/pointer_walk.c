int sum(const int *a, int n) {
    int s = 0;
    for (const int *end = a + n; a < end; a++)
        s += *a;
    return s;
}
