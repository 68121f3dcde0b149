// threads: 1
/* The imaginary unit is a macro of one letter; all headers of UPC and coarrays can follow it. */
#include <complex.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <bupc_collectivev.h>
#include <bupc_extensions.h>
#include <bupc_extern.h>
#include <pupc.h>
#include <coarray.h>

shared int counter;

int main(void) {
  double complex z = 1 + 2 * I;
  bupc_atomicI_fetchadd_strict(&counter, (int)cimag(z));
  return counter != 2;
}
