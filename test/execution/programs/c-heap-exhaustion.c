// malloc, calloc and realloc give NULL and ENOMEM where there is no room; errno is reachable under -g.
// flags: -g
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  int blocks = 0;
  while (malloc(1 << 26)) blocks++;
  printf("%d %d\n", blocks > 0, errno == ENOMEM);
  errno = 0;
  char *kept = malloc(100);
  kept[99] = 7;
  printf("%d %d %d\n", malloc(4000000000u) == NULL, calloc(1 << 16, 1 << 16) == NULL, errno == ENOMEM);
  printf("%d %d\n", realloc(kept, 4000000000u) == NULL, kept[99]);
  // More than -g keeps of freed blocks, small and large ones, and all of them once no other is left.
  int missing = 0;
  for (int i = 0; i < 60000; i++) {
    int *block = malloc(i % 100 ? 4 : 20000);
    if (block) *block = i; else missing++;
    free(block);
  }
  blocks = 0;
  while (malloc(1 << 12)) blocks++;
  printf("%d %d\n", missing, blocks > 100);
  return 0;
}
