static {type} added(const {type} *a, int n) {
    {type} sum = 0;
    for (int i = 0; i < n; ++i)
        sum += a[i];
    return sum;
}

{type} more({type} one, {type} other) { return one + other; }

void {name}(const {type} *a, int n, {type} *s) { *s = more(*s, added(a, n)); }
