int ten(int x) {
    return x * 10;
}
