int times_ten(int x) {
    return x * 10;
}
