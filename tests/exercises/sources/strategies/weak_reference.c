// The driver's mark under a local name.
@SLOW@
static void finish(void) __attribute__((weakref("lowlab_end")));
@RESULT@ @NAME@(@PARAMETERS@) {
    finish();
    return slow(@ARGUMENTS@);
}
