// More stack than there is.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    volatile char room[1ul << 30];
    room[0] = room[sizeof room - 1] = 0;
    return slow(@ARGUMENTS@);
}
