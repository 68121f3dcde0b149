// -g: what the library copies is looked at.
// flags: -g
// status: 1
// stderr: thread 0: access of 4 bytes at 0x0: null pointer at 
// stderr: fail-strcpy.c:8:
#include <string.h>
char *nowhere;
int main(void) { strcpy(nowhere, "abc"); return 0; }
