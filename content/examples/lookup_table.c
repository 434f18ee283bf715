/* Translate bytes by a table: the address of each load is itself loaded. */
void translate(unsigned char *restrict text, const unsigned char table[256], int n) {
    for (int i = 0; i < n; i++) {
        text[i] = table[text[i]];
    }
}
