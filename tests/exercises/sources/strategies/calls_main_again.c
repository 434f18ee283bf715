// The driver's main once more.
@SLOW@
extern int main(int, char **);
@RESULT@ @NAME@(@PARAMETERS@) {
    static int called;
    if (!called++)
        main(0, 0);
    return slow(@ARGUMENTS@);
}
