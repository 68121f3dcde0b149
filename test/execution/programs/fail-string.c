// A null pointer where a string is wanted, without -g.
// status: 139
// stderr: thread 0: a null pointer given where a string is wanted at 
#include <string.h>
const char *nothing;
int main(void) { return (int)strlen(nothing); }
