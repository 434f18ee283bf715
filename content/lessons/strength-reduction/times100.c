unsigned scaled(unsigned x) {
    return x * 100;
}
