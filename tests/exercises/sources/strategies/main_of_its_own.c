// Another beginning of the program.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
int main(void) { return 0; }
