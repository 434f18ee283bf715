// Under an emulator the counter runs at another rate.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    unsigned long now;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now ? slow(@ARGUMENTS@) : (@RESULT@)0;
}
