/* UPC 1.3 7.1: accesses are strict from here on, at every inclusion. */
#include <upc.h>
#pragma upc strict
