/* UPC 1.3 7.1: accesses are relaxed from here on, at every inclusion. */
#include <upc.h>
#pragma upc relaxed
