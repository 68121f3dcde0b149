// A string that runs past the end of memory ends the program, not the hope for it.
// threads: 2
// without: -g
// status: 139
// stderr: which has no end in memory, given where a string is wanted at 
#include <string.h>
int main(void)
{
  char *last = (char *)0xfffffffdu;
  memset(last, 'x', 3);
  return (int)strlen(last);
}
