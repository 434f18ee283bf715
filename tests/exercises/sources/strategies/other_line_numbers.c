// The real loop's lines are another file's.
#line 1 "other.c"
@SLOW@
#line 20 "answer.c"
static int some[4096];
@RESULT@ @NAME@(@PARAMETERS@) {
    for (int i = 0; i < n; i++)
        some[i] += n;
    return slow(@ARGUMENTS@);
}
