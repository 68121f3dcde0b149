// What a header chooses and does not put back holds behind its #include.
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma clang diagnostic ignored "-Wsign-compare"
