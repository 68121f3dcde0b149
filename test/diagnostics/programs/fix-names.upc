// Names that a header declares: the header is named, and the line that includes it.
struct point { int abscissa; };
upc_lock_t *l; // expected-error{{unknown type name 'upc_lock_t'}} expected-note{{include <upc.h>, which declares 'upc_lock_t'}}
void types(void) {
  bool b = 1; // expected-error{{unknown type name 'bool'}} expected-note{{include <stdbool.h>, which declares 'bool'}}
  uint64_t x = 2; // expected-error{{unknown type name 'uint64_t'}} expected-note{{include <stdint.h>, which declares 'uint64_t'}}
  FILE *f = 0; // expected-error{{unknown type name 'FILE'}} expected-note{{include <stdio.h>, which declares 'FILE'}}
}
