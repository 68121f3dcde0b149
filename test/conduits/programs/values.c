// Puts and gets of values of 1 to 8 bytes: the lowest bytes are taken, the others are 0; several under way at once.
#include "conduit.h"

#define WORD 0xfedcba9876543210ull

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, 16 * GASNET_PAGESIZE);
  for (int i = 0; i < nodes; i++) {
    int node = (me + i) % nodes;
    char *mine = SEGMENT(node) + 256 * me;
    for (int size = 1; size <= 8; size++) {
      gasnet_register_value_t value = WORD + me, expected = size == 8 ? value : value & ((1ull << 8 * size) - 1);
      for (int form = 0; form < 3; form++) {
        gasnet_memset(node, mine, 0x77, 32);
        if (form == 0) gasnet_put_val(node, mine + 8, value, size);
        if (form == 1) gasnet_wait_syncnb(gasnet_put_nb_val(node, mine + 8, value, size));
        if (form == 2) gasnet_put_nbi_val(node, mine + 8, value, size), gasnet_wait_syncnbi_all();
        CHECK(gasnet_get_val(node, mine + 8, size) == expected);
        CHECK(gasnet_get_val(node, mine + 8 + size, 8 - size ? 8 - size : 1) == 0x7777777777777777ull >> 8 * (8 - size ? size : 7));
        CHECK(gasnet_get_val(node, mine, 8) == 0x7777777777777777ull);
      }
    }
    gasnet_valget_handle_t handles[100];
    for (int k = 0; k < 100; k++) gasnet_put_nbi_val(node, mine + 2 * k, 1000 + k, 2);
    gasnet_wait_syncnbi_puts();
    for (int k = 0; k < 100; k++) handles[k] = gasnet_get_nb_val(node, mine + 2 * k, 2);
    for (int k = 99; k >= 0; k--) CHECK(gasnet_wait_syncnb_valget(handles[k]) == 1000u + k);
    meet();
  }
  end();
}
