unsigned third(unsigned x) {
    return x / 3;
}
