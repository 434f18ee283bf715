void {name}(const {type} *a, int n, {type} *s) {
    {type} sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
