// Syntax: one error for each mistake, and the rest is read as if there had been none.
#include <stdio.h>
int missing_semicolon // expected-error{{expected ';' after declaration, found 'int'}}
int next(void) { return 1 } // expected-error{{expected ';' after 'return', found '}'}}
struct s { int a int b; }; // expected-error{{expected ';' after member declaration, found 'int'}}
struct t { int a; } // expected-error{{expected ';' after definition of a type, found 'int'}}
int after_struct;
int call(void) { printf("x" 1); return next(; } // expected-error{{expected ',' or ')', found '1'}} expected-note{{to match this '('}} expected-error{{expected ',' or ')', found ';'}} expected-note{{to match this '('}}
int brackets(void) { int a[3; a[0] = 1]; return a[0]; } // expected-error{{expected ']', found ';'}} expected-note{{to match this '['}}
int parens(void) { if (1 { return 1; } while next() ; for (int i = 0; i < 3) ; return 0; } // expected-error{{expected ')', found '{'}} expected-note{{to match this '('}} expected-error{{expected '(' after 'while', found 'next'}} expected-error{{expected ';' after the condition of the loop, found ')'}}
int operators(void) { int x = 1 + ; x = * ; x ==; return ?; } // expected-error{{expected expression after '+', found ';'}} expected-error{{expected expression after '*', found ';'}} expected-error{{expected expression after '==', found ';'}} expected-error{{expected ';' after 'return', found '?'}}
int words(void) { int if = 3; else x; retrun 1; } // expected-error{{expected identifier after 'int', found 'if'}} expected-error{{unknown word 'retrun'; did you mean 'return'?}}
int unknown(void) { foo x; foo *y; size_type z = 3; return 0; } // expected-error{{unknown type name 'foo'}} expected-error{{unknown type name 'size_type'; did you mean 'size_t'?}}
foo_t global; // expected-error{{unknown type name 'foo_t'}}
int label(void) { case 1: ; default: ; here: } // expected-error{{expected a statement after the label, found '}': write ';' after the ':'}}
int strings(void) { char *s = "abc; return 0; }
int chars(void) { return 'ab' + '' + '\q' + 'a; }
int numbers(void) { return 08 + 0x + 1.2.3 + 10abc + 0b2 + 1e + 1ull + 5lul; } // expected-error{{invalid digit "8" in an octal constant: 08}} expected-error{{invalid suffix "x" on an integer constant: 0x}} expected-error{{too many decimal points in a number: 1.2.3}} expected-error{{invalid suffix "abc" on an integer constant: 10abc}} expected-error{{invalid suffix "b2" on an integer constant: 0b2}} expected-error{{exponent has no digits: 1e}} expected-error{{invalid suffix "lul" on an integer constant: 5lul}} expected-error@-2{{missing terminating " character}} expected-error@-2{{expected ';' after declaration, found '}'}} expected-warning@-1{{multi-character character constant}} expected-error@-1{{empty character constant}} expected-warning@-1{{unknown escape sequence "\q"}} expected-error@-1{{missing terminating ' character}} expected-error@-1{{expected ';' after 'return', found '}'}}
@ int stray(void) { return `1; } // expected-error{{stray "@" in the program}} expected-error{{stray "`" in the program}}
int typo(void) { int x = 3, ; int y; ; return x; } // expected-error{{expected identifier after ',', found ';'}}
int do_while(void) { do { } while (1) return 0; } // expected-error{{expected ';' after 'do ... while', found 'return'}}
int switch_(int x) { switch x { case 1: } return 0; } // expected-error{{expected '(' after 'switch', found 'x'}} expected-error{{expected a statement after the label, found '}': write ';' after the ':'}}
enum e { A, B C }; // expected-error{{expected ',' or '}', found 'C'}}
int commas(int a,, int b); // expected-error{{expected parameter after ',', found ','}}
int x = (1, 2; // expected-error{{expected ')', found ';'}} expected-note{{to match this '('}}
typedef int; // expected-warning{{declaration does not declare anything}}
void f(int a, b) { } // expected-error{{unknown type name 'b'}}
void extra(void) { } } // expected-error{{'}' without a '{' before it}}
int last(void) { return 0; }
