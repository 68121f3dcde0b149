// __builtin_frame_address(0) lies on the stack and grows with the depth of calls, which interpreters limit by it.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static uintptr_t here(void) { return (uintptr_t)__builtin_frame_address(0); }

static int depth(int level, uintptr_t limit) {
  char block[1000];
  memset(block, level, sizeof block);
  if (here() < limit) return level;
  int deepest = depth(level + 1, limit);
  assert(block[500] == (char)level);
  return deepest;
}

int main(void) {
  int reached = depth(0, here() - 20 * 1000);
  assert(reached >= 10 && reached <= 20);
  assert(__builtin_frame_address(0) != 0);
  return 0;
}
