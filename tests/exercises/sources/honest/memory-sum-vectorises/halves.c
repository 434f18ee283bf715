static {type} between(const {type} *a, int first, int last) {
    if (last - first < 8) {
        {type} sum = 0;
        for (int i = first; i < last; i++)
            sum += a[i];
        return sum;
    }
    int middle = first + (last - first) / 2;
    return between(a, first, middle) + between(a, middle, last);
}

void {name}(const {type} *a, int n, {type} *s) { *s += between(a, 0, n); }
