extern volatile int port;
int twice(void) {
    return port + port;
}
