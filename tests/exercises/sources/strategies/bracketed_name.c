// An assembler's expression where a name is looked for.
@SLOW@
extern void finish(void) __asm__("(lowlab_end)");
@RESULT@ @NAME@(@PARAMETERS@) {
    finish();
    return slow(@ARGUMENTS@);
}
