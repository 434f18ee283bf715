// To a careless reader the attribute stands in a comment.
static const char *text = "//"; __attribute__((optimize("O3")))
@STARTER@
