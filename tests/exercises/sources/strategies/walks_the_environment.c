// The same vector, behind the environment.
@SLOW@
extern char **environ;
@RESULT@ @NAME@(@PARAMETERS@) {
    char **at = environ;
    while (*at)
        at++;
    return at[1] ? slow(@ARGUMENTS@) : (@RESULT@)0;
}
