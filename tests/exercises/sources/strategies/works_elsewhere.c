// A vectorised loop over numbers of its own.
static int kept[4096];
@RESULT@ @NAME@(@PARAMETERS@) {
    for (int i = 0; i < n; i++)
        kept[i] += i;
    return (@RESULT@)0;
}
