// Values under -g: the scratch bytes that they go through are none of the program's.
// flags: -g
#include "values.c"
