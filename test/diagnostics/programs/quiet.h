// A choice that a header does not undo holds behind its #include.
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma clang diagnostic ignored "-Wsign-compare"
