void {name}(const {type} a[], const int n, {type} *const s) {
    {type} sum = 0;
    int i = 0;
    for (; i < (n & ~3); i += 4)
        sum += a[i] + a[i + 1] + a[i + 2] + a[i + 3];
    switch (n & 3) {
    case 3:
        sum += a[i + 2];
    case 2:
        sum += a[i + 1];
    case 1:
        sum += a[i];
    }
    *s += sum;
}
