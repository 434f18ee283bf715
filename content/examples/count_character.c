/* Count one character in a text of known length. */
int count_character(const char *text, char wanted, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        count += text[i] == wanted;
    }
    return count;
}
