// Places of #pragma upc (UPC 6.7.1).
#include <upc.h>
shared int x;
#pragma upc strict
void f(void)
{
#pragma upc relaxed
#pragma upc strict
  x = 1;
#pragma upc relaxed // expected-warning{{'#pragma upc relaxed' after declarations or statements of its block (UPC 1.3, 6.7.1)}} expected-note{{put it first in a block of its own}}
  x = 2;
  {
#pragma upc strict
    int y = x;
#pragma upc relaxed // expected-warning{{'#pragma upc relaxed' after declarations or statements of its block (UPC 1.3, 6.7.1)}} expected-note{{put it first in a block of its own}}
  }
}
