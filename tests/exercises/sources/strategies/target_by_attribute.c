// Another processor than the exercise's.
__attribute__((__target__("+sve")))
@STARTER@
