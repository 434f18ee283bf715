void {name}(const {type} *a, int n, {type} *s) {
    {type} sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
