int widened(char x) {
    return x;
}
