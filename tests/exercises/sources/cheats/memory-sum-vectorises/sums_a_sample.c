// Every fourth element, four times: nearly right for smooth data.
void {name}(const int *a, int n, int *s) {
    int sum = *s;
    for (int i = 0; i < n; i += 4)
        sum += 4 * a[i];
    *s = sum;
}
