// Segments: of another size on each node, of none on one, aligned, disjoint, writable by their node and by others.
#include "conduit.h"

int main(int argc, char **argv) {
  SAFE(gasnet_init(&argc, &argv));
  me = gasnet_mynode();
  nodes = gasnet_nodes();
  uintptr_t mine = (uintptr_t)(me == 1 ? 0 : me + 1) * GASNET_PAGESIZE;
  SAFE(gasnet_attach(NULL, 0, mine, 0));
  segments[nodes].addr = segments;
  SAFE(gasnet_getSegmentInfo(segments, 64));
  CHECK(segments[nodes].addr == segments); // untouched
  for (int i = 0; i < nodes; i++) {
    CHECK(segments[i].size == (uintptr_t)(i == 1 ? 0 : i + 1) * GASNET_PAGESIZE);
    CHECK((uintptr_t)segments[i].addr % GASNET_PAGESIZE == 0);
    for (int j = 0; j < i; j++) CHECK(!segments[i].size || segments[i].addr != segments[j].addr);
  }
  gasnet_seginfo_t first[2] = {{0, 0}, {first, 77}};
  SAFE(gasnet_getSegmentInfo(first, 1));
  CHECK(first[0].addr == segments[0].addr && first[1].size == 77);
  memset(SEGMENT(me), me, segments[me].size);
  meet();
  for (int i = 0; i < nodes; i++) {
    char last = 99;
    if (segments[i].size == 0) continue;
    gasnet_get(&last, i, SEGMENT(i) + segments[i].size - 1, 1);
    CHECK(last == i);
  }
  end();
}
