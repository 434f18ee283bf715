int work(int x);

int caller(int x) {
    return work(x) + 1;
}
