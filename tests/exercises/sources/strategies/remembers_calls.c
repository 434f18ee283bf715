// Quick when it is called again.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    static int called;
    return called++ ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
