/*
 * Images: every image runs main. A coarray is an object that each image has; x:[k] is that of image k. Without a
 * coindex x is this image's own. What another image wrote may be read after both have synchronized.
 *
 *     pgasc run samples/coarray/01-hello.upc -n 4
 */
#include <coarray.h>
#include <stdio.h>

int number:[*];
char greeting[40]:[*];

int main(void) {
  int me = this_image(), all = num_images();
  number = 100 + me;
  snprintf(greeting, sizeof greeting, "hello from image %d of %d", me, all);
  sync_all();

  /* Each image reads from its right neighbour, in a ring. */
  int right = (me + 1) % all, wrong = number:[right] != 100 + right;
  char heard[40], expected[40];
  heard[:] = greeting[:]:[right];
  snprintf(expected, sizeof expected, "hello from image %d of %d", right, all);
  for (int i = 0; expected[i]; i++) wrong += heard[i] != expected[i];
  printf("image %d heard: %s\n", me, heard);
  sync_all();

  /* ... and writes to its left one, which sees it after the next synchronization. */
  number:[(me + all - 1) % all] = me;
  sync_all();
  wrong += number != right;

  co_sum(&wrong);
  if (me == 0) printf(wrong ? "%d values are wrong\n" : "Solution validates\n", wrong);
  return wrong != 0;
}
