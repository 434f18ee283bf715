// The same one frame after another.
@RESULT@ @NAME@(@PARAMETERS@) {
    volatile char room[4096];
    room[n & 7] = 1;
    return room[0] < 2 ? @NAME@(@ARGUMENTS@) : (@RESULT@)0;
}
