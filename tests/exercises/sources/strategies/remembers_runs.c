// A file tells the second run from the first.
@SLOW@
int open(const char *, int, ...);
@RESULT@ @NAME@(@PARAMETERS@) {
    return open("seen", 0301, 0600) < 0 ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
