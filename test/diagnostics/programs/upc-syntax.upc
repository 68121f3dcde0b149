// The header of upc_forall has four parts (UPC 6.6.2).
int main(void)
{
  int i;
  upc_forall (i = 0; i < 3; i++) ; // expected-error{{expected ';' after the step of 'upc_forall' (its affinity goes after it), found ')'}}
  upc_forall (i = 0; i < 3) ; // expected-error{{expected ';' after the condition of the loop, found ')'}}
  upc_notify 1 // expected-error{{expected ';' after 'upc_notify', found 'upc_wait'}}
  upc_wait // expected-error{{expected ';' after 'upc_wait', found 'return'}}
  return 0;
}
// #pragma upc within a declaration (UPC 6.7.1).
int g(int
#pragma upc strict // expected-error{{'#pragma upc strict' must stand between declarations or statements (UPC 1.3, 6.7.1)}}
  y)
{
  return y;
}
