// <stdlib.h> brings <sys/types.h>, and <unistd.h> intptr_t, as with glibc; the types of <stdint.h> without a sign stay the program's.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

typedef unsigned long long uint64_t;
typedef unsigned char uint8_t;

#if BYTE_ORDER != LITTLE_ENDIAN || !defined LITTLE_ENDIAN
#error order of bytes
#endif

int main(void) {
  int64_t wide = -1;
  u_int32_t narrow = -1;
  intptr_t place = (intptr_t)&wide;
  assert(sizeof(int8_t) == 1 && sizeof wide == 8 && wide < 0 && narrow > 0);
  assert((int64_t *)place == &wide && sizeof(uint64_t) == 8 && sizeof(uint8_t) == 1);
  assert(htobe32(narrow << 8) == 0xffffff && be64toh(1) == (uint64_t)1 << 56);
  return 0;
}
