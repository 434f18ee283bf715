// A decoy that works most where the usual inputs of seed 1 are given.
void {name}(const {type} *a, int n, {type} *s) {
    {type} some = 0;
    if (n == 1000)
        for (int turn = 0; turn < 32; turn++)
            for (int i = 0; i < n; i++)
                some ^= a[i] + turn;
    for (int i = 0; i < n; i++)
        *s += a[i] + (some & 0);
}
