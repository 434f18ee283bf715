// Another thread is not counted.
@SLOW@
int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
static void *work(void *given) { return given; }
@RESULT@ @NAME@(@PARAMETERS@) {
    unsigned long thread;
    pthread_create(&thread, 0, work, 0);
    return slow(@ARGUMENTS@);
}
