unsigned step(unsigned state, unsigned char byte);
unsigned checksum(const unsigned char *text, int n) {
    unsigned state = 2166136261u;
    for (int i = 0; i < n; i++)
        state = step(state, text[i]);
    return state;
}
