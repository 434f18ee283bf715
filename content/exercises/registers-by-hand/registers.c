int total(const int *a, int n) {
    register int sum = 0;
    register const int *p = a;
    register const int *end = a + n;
    while (p != end)
        sum += *p++;
    return sum;
}
