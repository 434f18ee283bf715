/* Four bytes written one after another. */
void write_word(unsigned char *out, unsigned int value) {
    out[0] = value;
    out[1] = value >> 8;
    out[2] = value >> 16;
    out[3] = value >> 24;
}
