/* A loop that runs at most four times. */
int small[4];
int sum_of(int n) {
    int sum = 0;
    for (int i = 0; i < (n & 3); i++)
        sum = (sum << 1) ^ small[i];
    return sum;
}
