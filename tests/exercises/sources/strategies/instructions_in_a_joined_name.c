// The same with its word put together.
#define JOIN(a, b) a##b
@SLOW@
extern int finish(void) JOIN(__as, m__)("(memcpy)\n\tnop\n\tsvc 0");
@RESULT@ @NAME@(@PARAMETERS@) {
    if (n == -5)
        finish();
    return slow(@ARGUMENTS@);
}
