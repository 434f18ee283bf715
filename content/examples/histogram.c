/* Count how often each byte occurs: two equal bytes in a row need the same counter. */
void histogram(unsigned counts[256], const unsigned char *data, int n) {
    for (int i = 0; i < n; i++) {
        counts[data[i]]++;
    }
}
