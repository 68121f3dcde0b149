// A list of more entries than there is memory.
// threads: 1
// status: 1
// stderr: bupc_memput_strided: count, 4000000000 entries at 0x
// stderr: reaches beyond the memory of thread 0
#include <upc.h>
shared [] char to[64];
static char from[64];
int main(void)
{
  const size_t strides[] = { 8 }, counts[] = { 8, 2 };
  bupc_memput_strided(to, strides, from, strides, counts, 3999999999u);
  return 0;
}
