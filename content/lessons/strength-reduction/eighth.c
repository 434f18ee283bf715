int eighth(int x) {
    return x / 8;
}
