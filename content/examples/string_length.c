/* Walk to the zero byte: nobody knows before how far it is. */
unsigned long length(const char *text) {
    const char *end = text;
    while (*end != '\0') {
        end++;
    }
    return (unsigned long)(end - text);
}
