void {name}(const {type} *a, int n, {type} *s) {
    {type} sum = *s;
    for (int i = n - 1; i >= 0; i--)
        sum += a[i];
    *s = sum;
}
