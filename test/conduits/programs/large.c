// Puts and gets of up to 4 MiB, to this node and the next, from and to any alignment, several under way at once.
#include "conduit.h"

#define LARGEST (4 << 20)

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, LARGEST + GASNET_PAGESIZE);
  char *local = malloc(LARGEST + 16), *back = malloc(LARGEST + 16);
  for (int i = 0; i < 2; i++) {
    int node = (me + i) % nodes;
    for (size_t size = 256; size <= LARGEST; size *= 4)
      for (int off = -1; off <= 1; off++) {
        size_t n = size == LARGEST && off == 1 ? LARGEST : size + off;
        char *at = SEGMENT(node) + (off & 3), *from = local + (size >> 8 & 7), *to = back + (off + 1);
        fill(from, n, (unsigned)n + me);
        gasnet_put_bulk(node, at, from, n);
        gasnet_get_bulk(to, node, at, n);
        CHECK(memcmp(from, to, n) == 0);
        memset(to, 0, n);
        gasnet_handle_t handles[4];
        for (int part = 0; part < 4; part++) {
          size_t begin = n / 4 * part, end = part == 3 ? n : n / 4 * (part + 1);
          handles[part] = gasnet_get_nb_bulk(to + begin, node, at + begin, end - begin);
        }
        gasnet_wait_syncnb_all(handles, 4);
        CHECK(memcmp(from, to, n) == 0 && handles[0] == GASNET_INVALID_HANDLE);
        gasnet_memset(node, at, 7, n);
        gasnet_get_bulk(to, node, at, n);
        CHECK(all(to, n, 7));
      }
    meet();
  }
  end();
}
