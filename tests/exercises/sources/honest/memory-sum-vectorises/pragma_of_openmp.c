/* optimize(3) is only a word in a comment: attribute */
void {name}(const {type} *a, int n, {type} *s) {
    {type} target = 0;
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        target += a[i];
    *s = *s + target;
}
