__attribute__((noinline)) int price(int value, int *ledger) {
    if (value > 0) {
        ledger[0] += value * 3;
        return value + 1;
    }
    ledger[1] = value / 7;
    ledger[2] ^= value % 11;
    return ledger[1] - 5;
}
int total(const int *a, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += price(a[i], out);
    return sum;
}
