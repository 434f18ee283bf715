long add(int small, long large) {
    return small + large;
}
