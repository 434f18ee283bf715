static inline int square(int x) {
    return x * x;
}
int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += square(a[i]);
    return s;
}
