// Chunks that would lie upon one another.
// threads: 1
// status: 1
// stderr: bupc_memget_fstrided: dstchunkstride is 4, so that pieces of 8 bytes would overlap in the destination
#include <upc.h>
shared [] char from[64];
static char to[64];
int main(void)
{
  bupc_memget_fstrided(to, 8, 4, 4, from, 8, 8, 4);
  return 0;
}
