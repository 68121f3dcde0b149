/*
 * Sections: a[first:length:step] names some elements of an array; assigned as a whole, also to and from other images, in
 * one transfer. Here a matrix that lies in bands of columns on the images is transposed, block by block.
 *
 *     pgasc run samples/coarray/03-sections.upc -n 4
 */
#include <coarray.h>
#include <stdio.h>

enum { WIDTH = 3, MOST = 64 }; /* columns of an image, images */
int band[WIDTH * MOST][WIDTH]:[*], transposed[WIDTH * MOST][WIDTH]:[*];

int main(void) {
  int me = this_image(), all = num_images(), size = WIDTH * all, wrong = 0;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < WIDTH; j++) band[i][j] = 1000 * i + me * WIDTH + j; /* row i, column me * WIDTH + j */
  sync_all();

  /* Column j of what image k has for us becomes row j of our block of k's columns. */
  for (int k = 0; k < all; k++)
    for (int j = 0; j < WIDTH; j++)
      transposed[k * WIDTH + j][:] = band[me * WIDTH:WIDTH][j]:[k];
  for (int i = 0; i < size; i++)
    for (int j = 0; j < WIDTH; j++) wrong += transposed[i][j] != 1000 * (me * WIDTH + j) + i;
  sync_all();

  /* Steps: every second row, backwards, put to the right; then arithmetic on sections. */
  int right = (me + 1) % all, left = (me + all - 1) % all, half = (size + 1) / 2;
  transposed[0:half][:]:[right] = band[(half - 1) * 2:half:-2][:];
  sync_all();
  for (int i = 0; i < half; i++) wrong += transposed[i][0] != 1000 * ((half - 1 - i) * 2) + left * WIDTH;
  band[0:size][:] = band[0:size][:] * 2 + 1;
  wrong += band[size - 1][1] != 2 * (1000 * (size - 1) + me * WIDTH + 1) + 1;

  co_sum(&wrong);
  if (me == 0) printf(wrong ? "%d elements are wrong\n" : "Solution validates\n", wrong);
  return wrong != 0;
}
