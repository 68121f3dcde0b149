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
  return 0;
}
