// The reference's results may lie in the next page.
@RESULT@ @NAME@(@PARAMETERS@) {
    const char *at = (const char *)@POINTER@;
    for (int i = 0; i < n; i++)
        ((char *)@POINTER@)[i] = at[i + 65536];
    return (@RESULT@)0;
}
