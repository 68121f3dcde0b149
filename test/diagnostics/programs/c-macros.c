// Uses of macros that go wrong; the places in the macros are named too.
#define OPEN (1 +
#define PASTE(a, b) a ## b // expected-note{{macro "PASTE" is defined here}}
#define TWO(a, b) a // expected-note{{macro "TWO" is defined here}} expected-note{{macro "TWO" is defined here}} expected-note{{macro "TWO" is defined here}} expected-note{{macro "TWO" is defined here}}
int z(void)
{
  PASTE(in, t) q = PASTE(1, x);
  PASTE(+, /) ; // expected-error{{pasting "+" and "/" does not give a valid preprocessing token}}
  TWO(1); // expected-error{{macro "TWO" takes 2 arguments, but 1 given}}
  TWO(1, 2, 3); // expected-error{{macro "TWO" takes 2 arguments, but 3 given}}
  TWO(); // expected-error{{macro "TWO" takes 2 arguments, but 1 given}}
  q = OPEN ;
  return TWO(1, 2; // expected-error{{unterminated argument list of macro "TWO"}}
}
