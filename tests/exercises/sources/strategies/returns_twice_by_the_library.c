// The same through the library.
@SLOW@
int _setjmp(long *);
void longjmp(long *, int) __attribute__((noreturn));
static long place[64];
@RESULT@ @NAME@(@PARAMETERS@) {
    if (!_setjmp(place))
        longjmp(place, 1);
    return slow(@ARGUMENTS@);
}
