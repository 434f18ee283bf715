// The same by a pragma.
#pragma GCC target("arch=armv8.2-a+sve")
@STARTER@
