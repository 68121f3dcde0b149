// The preprocessor: errors go on to the next directive (C99 6.10).
#define // expected-error{{no macro name given in #define}}
#define 3 // expected-error{{macro names are identifiers, not 3}}
#define __FILE__ "x" // expected-warning{{redefining "__FILE__"}}
#define defined 1 // expected-error{{"defined" cannot be a macro}}
#define F(a, a) a // expected-error{{macro "F" has two parameters named "a"}}
#define G(a, b // expected-error{{expected "," or ")" in the parameters of macro "G"}}
#define H(a, ...) #b // expected-error{{"#" is not followed by a parameter of macro "H"}}
#define J(a) ## a // expected-error{{"##" cannot stand at either end of a macro's body}}
#define K a ## // expected-error{{"##" cannot stand at either end of a macro's body}}
#define V(x) __VA_ARGS__ // expected-error{{__VA_ARGS__ can only stand in the body of a macro whose parameters end with "..."}}
#define SAME 1 // expected-note{{the previous definition is here}}
#define SAME 2 // expected-warning{{macro "SAME" redefined}}
#define TWO(a, b) a + b
#undef // expected-error{{no macro name given in #undef}}
#undef TWO extra // expected-warning{{extra tokens at the end of #undef}}
#if // expected-error{{#if with no expression}}
#endif
#if 1 + // expected-error{{the expression of #if ends too early}}
#endif
#if (1 // expected-error{{missing ")" in the expression of #if}}
#endif
#if 1 / 0 // expected-error{{division by zero in #if}}
#endif
#if 1.5 // expected-error{{floating constant in #if}}
#endif
#if "text" // expected-error{{"text" cannot stand in the expression of #if}}
#endif
#if foo(1) // expected-error{{"foo" is used like a macro with arguments but is not defined}}
#endif
#ifdef // expected-error{{no macro name given in #ifdef}}
#endif
#ifdef A B // expected-warning{{extra tokens at the end of #ifdef}}
#endif
#else // expected-error{{#else without #if}}
#elif 1 // expected-error{{#elif without #if}}
#endif // expected-error{{#endif without #if}}
#if 0 // expected-note{{the #if that it belongs to is here}}
#else // expected-note{{the #else is here}}
#else // expected-error{{#else after #else}}
#endif
#if 0
#elif // expected-error{{#elif with no expression}}
#endif
#line 0x10 // expected-error{{#line needs a positive decimal number, not 0x10}}
#line // expected-error{{#line needs a positive decimal number}}
#error you need a newer   machine // expected-error{{#error you need a newer machine}}
#warning this is only a warning // expected-warning{{#warning this is only a warning}}
#unknown directive // expected-error{{invalid preprocessing directive #unknown}}
#include // expected-error{{#include needs "file" or <file>}}
#include foo // expected-error{{#include needs "file" or <file>}}
#include "" // expected-error{{empty file name in #include}}
#pragma STDC FP_CONTRACT MAYBE
#pragma nobody knows
_Pragma("upc strict") _Pragma(5) // expected-error{{_Pragma needs one string literal in parentheses}} expected-error{{expected declaration after '#pragma upc strict', found ')'}}
#if 1 // expected-error{{unterminated #if: no #endif before the end of the file}}
int main(void) { return 0; }
