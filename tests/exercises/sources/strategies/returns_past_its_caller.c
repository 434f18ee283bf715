// Goes on behind the driver's mark.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    void **frame = __builtin_frame_address(0);
    frame[1] = (char *)frame[1] + 4;
    return (@RESULT@)0;
}
