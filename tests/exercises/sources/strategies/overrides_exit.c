// Ends otherwise than the driver means to.
@SLOW@
void exit(int status) {
    for (;;)
        ;
}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
