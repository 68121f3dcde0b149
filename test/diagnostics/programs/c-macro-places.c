// Places in macros name both ends: where the macro is used and where its text is.
#include <stddef.h>
#define ADD(a, b) ((a) + (b)) // expected-note{{in expansion of macro "ADD"}}
#define TWICE(x) ADD(x, x) // expected-note{{in expansion of macro "TWICE"}}
#define FIELD(s) (s).missing // expected-note{{in expansion of macro "FIELD"}} expected-note{{in expansion of macro "FIELD"}}
struct s { int n; } s;
int x = TWICE(&s); // expected-error{{invalid operands to binary + (have 'struct s *' and 'struct s *')}}
int y = FIELD(s); // expected-error{{'struct s' has no member named 'missing'}}
int z(void)
{
  int *p = ADD(s.n, undeclared); // expected-error{{'undeclared' undeclared (first use in this function)}}
  p = TWICE(2.5); // expected-error{{incompatible types when assigning to type 'int *' from type 'double'}}
  return FIELD(TWICE(s.n)); // expected-error{{request for member 'missing' in something not a structure or union ('int')}}
}
