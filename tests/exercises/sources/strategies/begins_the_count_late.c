// Calls the first mark again, once the work is done.
@SLOW@
extern void lowlab_begin(void);
@RESULT@ @NAME@(@PARAMETERS@) {
    lowlab_begin();
    return slow(@ARGUMENTS@);
}
