/* What one way has computed, the other may compute too. */
int left_over(int a, int b, int flag, const int *table) {
    int sum = 0;
    for (int i = 0; i < flag; i++) {
        if (table[i] > 3)
            sum += table[i] / b;
        sum += a / b;
    }
    return sum;
}
