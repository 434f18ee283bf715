// The program's entry point, defined twice.
@SLOW@
void _start(void) {
    for (;;)
        ;
}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
