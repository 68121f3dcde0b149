/* An image filter that JavaScript calls, ../blur.mjs and the page beside it: each thread takes rows, all of one image in one memory. */
#include <upc.h>

/* `times` steps of a blur by the eight neighbours, to and fro between two images; the border stays. */
void blur(float *restrict from, float *restrict to, int width, int height, int times) {
  for (int time = 0; time < times; time++) {
    for (int y = 1 + MYTHREAD; y < height - 1; y += THREADS) {
      const float *above = from + (y - 1) * width, *here = above + width, *below = here + width;
      float *result = to + y * width;
      for (int x = 1; x < width - 1; x++)
        result[x] = (above[x - 1] + above[x] + above[x + 1] + here[x - 1] + here[x] + here[x + 1] + below[x - 1] +
                     below[x] + below[x + 1]) *
                    (1.0f / 9);
    }
    upc_barrier;
    float *next = to;
    to = from;
    from = next;
  }
}
