int grows(int x) {
    return x + 1 > x;
}
