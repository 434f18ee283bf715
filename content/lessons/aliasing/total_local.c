void total(int *s, const int *a, int n) {
    int sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
