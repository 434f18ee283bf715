// A loop that vectorises, and the real one after it.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    static int some[16];
    for (int i = 0; i < 16; i++)
        some[i] += n;
    return slow(@ARGUMENTS@);
}
