// UPC's words in a file that is compiled as C: names, and where a program in UPC was meant, this is said.
// flags: -std=gnu11
struct options { int strict, shared; };
static int relaxed(int strict) { return !strict; }
shared int x; // expected-error{{expected ';' after declaration, found 'int'}} expected-note{{'shared' is a word of UPC, and this file is compiled as C; a program in UPC is compiled with -x upc}}
static shared y; // expected-error{{expected ';' after declaration, found 'y'}} expected-note{{'shared' is a word of UPC, and this file is compiled as C; a program in UPC is compiled with -x upc}}
int main(void) { return relaxed(0); }
