/* total / people never changes, but it can trap. */
void deal(int *shares, int total, int people, int n) {
    for (int i = 0; i < n; i++) {
        int share = total / people;
        shares[i] = share;
    }
}
