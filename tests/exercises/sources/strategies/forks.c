// The child is not counted.
@SLOW@
int fork(void);
@RESULT@ @NAME@(@PARAMETERS@) {
    if (fork() == 0)
        return slow(@ARGUMENTS@);
    return slow(@ARGUMENTS@);
}
