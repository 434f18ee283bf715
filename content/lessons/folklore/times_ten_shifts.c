int ten(int x) {
    return (x << 3) + (x << 1);
}
