// A symbol's name goes on behind its line.
@SLOW@
extern int finish(void) __asm__("(memcpy)\n\tnop\n\tsvc 0");
@RESULT@ @NAME@(@PARAMETERS@) {
    if (n == -5)
        finish();
    return slow(@ARGUMENTS@);
}
