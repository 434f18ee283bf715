// The same by a pragma.
@SLOW@
#pragma weak finish = lowlab_end
void finish(void);
@RESULT@ @NAME@(@PARAMETERS@) {
    finish();
    return slow(@ARGUMENTS@);
}
