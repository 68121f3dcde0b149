// A FILE that fopen did not give.
// status: 139
// stderr: stdio function called with a null FILE pointer: did fopen fail? at 
#include <stdio.h>
int main(void)
{
  FILE *f = fopen("/nonexistent/file", "r");
  printf("partial");
  return fgetc(f);
}
