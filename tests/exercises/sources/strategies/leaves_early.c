// Ends the program with success before anything is compared.
void exit(int);
@RESULT@ @NAME@(@PARAMETERS@) { exit(0); }
