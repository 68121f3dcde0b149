/*
 * Halos: each image has a piece of a ring of numbers and a cell on either side for its neighbours' borders. It writes
 * its borders into their halos and synchronizes with just these two: sync_images, where all need not stop and wait.
 *
 *     pgasc run samples/coarray/02-halo.upc -n 4
 */
#include <coarray.h>
#include <stdio.h>

enum { CELLS = 12, STEPS = 50 };
long piece[CELLS + 2]:[*]; /* [0] and [CELLS + 1] are the halo */

/* The neighbours, each once: with one image there is none, with two both are the same. */
static int neighbours(int left, int right, int set[2]) {
  if (left == this_image()) return 0;
  set[0] = left;
  set[1] = right;
  return left == right ? 1 : 2;
}

int main(void) {
  int me = this_image(), all = num_images();
  int left = (me + all - 1) % all, right = (me + 1) % all, set[2], count = neighbours(left, right, set);
  for (int i = 1; i <= CELLS; i++) piece[i] = me == 0 && i == 1;

  /* Each cell becomes the sum of its neighbours, modulo a prime: Pascal's triangle on a ring. */
  for (int step = 0; step < STEPS; step++) {
    piece[CELLS + 1]:[left] = piece[1];
    piece[0]:[right] = piece[CELLS];
    sync_images(count, set); /* the halos are there */
    long next[CELLS + 2];
    for (int i = 1; i <= CELLS; i++) next[i] = (piece[i - 1] + piece[i + 1]) % 1000003;
    sync_images(count, set); /* the neighbours have read theirs: they may be written again */
    piece[1:CELLS] = next[1:CELLS];
  }

  /* The same by one image, which gets all pieces at the end. */
  static long ring[64 * CELLS], other[64 * CELLS];
  int cells = all * CELLS, wrong = 0;
  ring[0] = 1;
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < cells; i++) other[i] = (ring[(i + cells - 1) % cells] + ring[(i + 1) % cells]) % 1000003;
    ring[0:cells] = other[0:cells];
  }
  sync_all();
  if (me == 0) {
    for (int k = 0; k < all; k++) other[k * CELLS:CELLS] = piece[1:CELLS]:[k];
    for (int i = 0; i < cells; i++) wrong += other[i] != ring[i];
    printf(wrong ? "%d cells are wrong\n" : "Solution validates\n", wrong);
  }
  co_broadcast(&wrong, 1, 0);
  return wrong != 0;
}
