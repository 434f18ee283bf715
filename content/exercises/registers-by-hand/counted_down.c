int total(const int *a, int n) {
    register int sum = 0;
    register int left = n;
    register const int *p = a;
    for (; left > 0; left--)
        sum += *p++;
    return sum;
}
