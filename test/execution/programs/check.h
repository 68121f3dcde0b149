/* For the programs here: CHECK counts and prints what does not hold; `return bad != 0` ends main. */
#include <stdio.h>
static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("%s:%d: %s\n", __FILE__, __LINE__, #c); } } while (0)
