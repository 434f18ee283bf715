// The emulated processor has another cache than a real one.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    unsigned long type;
    __asm__("mrs %0, ctr_el0" : "=r"(type));
    return type == 0x8444c004 ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
