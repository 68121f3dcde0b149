// Puts, gets and memsets of 0 to 130 bytes in all their forms, to this node and others; bulk ones from and to any alignment.
#include "conduit.h"

#define LARGEST 130
#define AROUND 16

static char local[LARGEST + 2 * AROUND + 16], check[LARGEST + 2 * AROUND + 16];

enum { BLOCKING, NB, NBI, FORMS };

static void put(int form, int bulk, int to, char *at, char *from, size_t size) {
  gasnet_handle_t handle;
  switch (form) {
  case BLOCKING: (bulk ? gasnet_put_bulk : gasnet_put)(to, at, from, size); break;
  case NB:
    handle = (bulk ? gasnet_put_nb_bulk : gasnet_put_nb)(to, at, from, size);
    if (!bulk) memset(from, 0x11, size); // it is the caller's again
    gasnet_wait_syncnb(handle);
    break;
  default:
    (bulk ? gasnet_put_nbi_bulk : gasnet_put_nbi)(to, at, from, size);
    if (!bulk) memset(from, 0x11, size);
    gasnet_wait_syncnbi_puts();
  }
}

static void get(int form, int bulk, char *to, int node, char *at, size_t size) {
  switch (form) {
  case BLOCKING: (bulk ? gasnet_get_bulk : gasnet_get)(to, node, at, size); break;
  case NB: gasnet_wait_syncnb((bulk ? gasnet_get_nb_bulk : gasnet_get_nb)(to, node, at, size)); break;
  default:
    (bulk ? gasnet_get_nbi_bulk : gasnet_get_nbi)(to, node, at, size);
    gasnet_wait_syncnbi_gets();
  }
}

static void set(int form, int node, char *at, int byte, size_t size) {
  switch (form) {
  case BLOCKING: gasnet_memset(node, at, byte, size); break;
  case NB: gasnet_wait_syncnb(gasnet_memset_nb(node, at, byte, size)); break;
  default:
    gasnet_memset_nbi(node, at, byte, size);
    gasnet_wait_syncnbi_puts();
  }
}

/* There and back, with what lies around it. */
static void exchange(int node, int form, int bulk, size_t size, int there, int here) {
  char *at = SEGMENT(node) + 4096 * me + AROUND + there, *from = local + AROUND + here, *back = check + AROUND + here;
  unsigned seed = (unsigned)size * 64 + there * 8 + here;
  gasnet_memset(node, at - AROUND, 0x22, size + 2 * AROUND);
  fill(from, size, seed);
  put(form, bulk, node, at, from, size);
  memset(check, 0x33, sizeof check);
  get(form, bulk, back, node, at, size);
  CHECK(holds(back, size, seed) && all(check, back - check, 0x33) && all(back + size, AROUND, 0x33));
  gasnet_get_bulk(check, node, at - AROUND, size + 2 * AROUND);
  CHECK(all(check, AROUND, 0x22) && holds(check + AROUND, size, seed) && all(check + AROUND + size, AROUND, 0x22));
  set(form, node, at, 0x44, size);
  gasnet_get_bulk(check, node, at - AROUND, size + 2 * AROUND);
  CHECK(all(check, AROUND, 0x22) && all(check + AROUND, size, 0x44) && all(check + AROUND + size, AROUND, 0x22));
}

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, 16 * GASNET_PAGESIZE);
  for (int i = 0; i < nodes && i < 3; i++)
    for (int form = 0; form < FORMS; form++)
      for (size_t size = 0; size <= LARGEST; size++) {
        exchange((me + i) % nodes, form, 0, size, 0, 0);
        exchange((me + i) % nodes, form, 1, size, (int)(size * 5 + form) & 7, (int)(size * 3) & 7);
      }
  end();
}
