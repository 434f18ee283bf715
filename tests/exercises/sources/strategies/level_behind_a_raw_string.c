// To a careless reader the attribute stands in a comment.
static const char *text = R"(")"; static const char *more = "/*"; __attribute__((optimize("O3")))
@STARTER@
static const char *end = "*/";
