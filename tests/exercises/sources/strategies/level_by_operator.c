// The same as an operator, its words put together by the preprocessor.
#define TEXT(x) _Pragma(#x)
#define LEVEL(x) TEXT(x)
LEVEL(GCC optimize("O3"))
@STARTER@
