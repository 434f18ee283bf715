// A vectorised loop that works most where nothing is counted.
@SLOW@
static int some[4096];
@RESULT@ @NAME@(@PARAMETERS@) {
    if (n != 1000 && n != 8)
        for (int turn = 0; turn < 64; turn++)
            for (int i = 0; i < n; i++)
                some[i] += turn;
    return slow(@ARGUMENTS@);
}
