float multiply(float left, float right) {
    return left * right;
}
