void {name}(const {type} *a, int n, {type} *s) {
    const {type} *end = a + n;
    {type} sum = 0;
    while (a != end)
        sum += *a++;
    *s += sum;
}
