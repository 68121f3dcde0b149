// Under -g coarrays of other images may be reached, and values that images publish, on both back ends.
// flags: -g
#include <coarray.h>
static int a[4]:[*];
int main(void) { int me = this_image(), n = num_images(); a[1] = me * 10; sync_all();
  int v = a[1]:[(me + 1) % n], sum = 1; co_sum(&sum, 1); return v != ((me + 1) % n) * 10 || sum != n; }
