__attribute__((noinline)) static int record(int value, int *book) {
    if (value < 0) {
        book[0]++;
        book[1] = value / 7;
        return -1;
    }
    book[2] += value;
    return book[2] ^ value;
}
void post(const int *entries, int *results, int *book, int n) {
    for (int i = 0; i < n; i++)
        results[i] = record(entries[i], book);
}
