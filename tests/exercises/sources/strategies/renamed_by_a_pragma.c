// Another name for the driver's mark.
@SLOW@
#pragma redefine_extname finish lowlab_end
void finish(void);
@RESULT@ @NAME@(@PARAMETERS@) {
    finish();
    return slow(@ARGUMENTS@);
}
