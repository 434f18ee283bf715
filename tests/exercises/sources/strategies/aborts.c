// Ends the program without success.
void abort(void);
@RESULT@ @NAME@(@PARAMETERS@) { abort(); }
