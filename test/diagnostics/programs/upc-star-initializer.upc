// The initializer counts what '[*]' spreads, where the number of threads is known (UPC 6.5.1.1).
// flags: -T=2
shared [*] int a[] = { 1, 2, 3, 4, 5 };
shared [3] int *p = a;
shared [2] int *q = a; // expected-error{{initialization of 'shared [2] int *' from 'shared [3] int *': a cast is needed, the block sizes are 2 and 3 (UPC 1.3, 6.5.1.1)}}
shared [*] int b[]; // expected-error{{layout '[*]' needs an array of known size, not 'shared int[]' (UPC 1.3, 6.5.1.1)}} expected-warning{{array 'b' assumed to have one element}}
extern shared [*] int c[]; // expected-error{{layout '[*]' needs an array of known size, not 'shared int[]' (UPC 1.3, 6.5.1.1)}}
