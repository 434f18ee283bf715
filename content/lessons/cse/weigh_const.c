__attribute__((const)) int weight(int);
int twice(int k) {
    return weight(k) + weight(k);
}
