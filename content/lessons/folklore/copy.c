void copy(char *restrict to, const char *restrict from, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        to[i] = from[i];
}
