/* Stop at the first match: the loop has two ways out. */
int find_first(const int *values, int wanted, int n) {
    for (int i = 0; i < n; i++) {
        if (values[i] == wanted) {
            return i;
        }
    }
    return -1;
}
