int count(const char *s, char wanted) {
    int found = 0;
    while (*s)
        found += *s++ == wanted;
    return found;
}
