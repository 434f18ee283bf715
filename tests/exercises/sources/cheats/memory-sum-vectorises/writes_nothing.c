// The parameter is const here, so that nothing would be compared.
void {name}(const int *a, int n, const int *s) {
    int sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
}
