/* Leave the loop as soon as the budget is spent. */
int affordable(const int *prices, int budget, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (prices[i] > budget) {
            break;
        }
        budget -= prices[i];
        count++;
    }
    return count;
}
