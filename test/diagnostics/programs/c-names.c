// Declarations and names (C99 6.7).
#include <stdio.h>
#include <string.h>
int twice; char twice; // expected-error{{conflicting types for 'twice'; have 'char'}} expected-note{{previous declaration of 'twice' with type 'int'}}
int f(int); int f(double); // expected-error{{conflicting types for 'f'; have 'int(double)'}} expected-note{{previous declaration of 'f' with type 'int(int)'}}
int g(void) { return 1; } int g(void) { return 2; } // expected-error{{redefinition of 'g'}} expected-note{{previous definition is here}}
static int s; int s; // expected-error{{non-static declaration of 's' follows static declaration}} expected-note{{previous declaration of 's' with type 'int'}}
struct inc; struct inc object; // expected-error{{storage size of 'object' isn't known ('struct inc')}}
struct inc *pointer;
union u { int a; }; struct u clash; // expected-error{{'u' defined as wrong kind of tag}} expected-note{{defined here}} expected-error{{storage size of 'clash' isn't known ('struct u')}}
struct dup { int a; char a; }; // expected-error{{duplicate member 'a'}} expected-note{{first declared here}}
struct self { int n; struct self inside; }; // expected-error{{member 'inside' has an incomplete type ('struct self')}}
enum e { A, B, A }; // expected-error{{redeclaration of 'A' as an enumerator}} expected-note{{previous declaration is here}}
void object2; // expected-error{{variable or field 'object2' declared void}}
int function_array[3](void); // expected-error{{declaration of 'function_array' as array of functions}}
int returns_array(void)[3]; // expected-error{{'returns_array' declared as function returning an array}}
int negative[-1]; // expected-error{{size of array 'negative' is negative (-1)}}
int floating[2.5]; // expected-error{{size of array 'floating' has non-integer type 'double'}}
int unknown_size[]; // expected-warning{{array 'unknown_size' assumed to have one element}}
extern int later[];
int bits_wide; struct b { int a : 40; double d : 3; int z : 0; int : -1; }; // expected-error{{width 40 of bit-field 'a' exceeds its type, 32 bits}} expected-error{{bit-field 'd' has invalid type 'double'}} expected-error{{zero width for bit-field 'z'}} expected-error{{negative width -1 in bit-field}}
typedef int number; number number2 = "text"; // expected-warning{{initialization of 'int' from 'char *' makes integer from pointer without a cast}}
int main(int argc, char *argv) // expected-note{{declared here}}
{
  int a; float a; // expected-error{{redeclaration of 'a' with no linkage}} expected-note{{previous declaration of 'a' is here}}
  undeclared = 1; // expected-error{{'undeclared' undeclared (first use in this function)}}
  undeclared = 2;
  printff("x"); // expected-warning{{implicit declaration of function 'printff'; did you mean 'printf'?}}
  strlenn("x"); // expected-warning{{implicit declaration of function 'strlenn'; did you mean 'strlen'?}}
  int prinft = 3; printf("%d", printf_); // expected-error{{'printf_' undeclared (first use in this function); did you mean 'printf'?}}
  pointer->x = 1; // expected-error{{invalid use of undefined type 'struct inc'}}
  struct dup d; d.b = 1; d->a = 1; twice.x = 1; // expected-error{{'struct dup' has no member named 'b'}} expected-error{{invalid type argument of '->' (have 'struct dup')}} expected-error{{request for member 'x' in something not a structure or union ('int')}}
  goto nowhere; // expected-error{{label 'nowhere' used but not defined}}
unused_label:
  break; // expected-error{{break statement not within loop or switch}}
  continue; // expected-error{{continue statement not within a loop}}
  extern int e2 = 3; // expected-error{{'e2' has both 'extern' and initializer}}
  register int r; int *pr = &r; // expected-error{{address of register variable 'r' requested}} expected-note{{'r' declared here}}
  auto int ok; 
  int int x; // expected-error{{'int int' is not a type}}
  long char lc; short double sd; unsigned float uf; long long long lll; // expected-error{{'long char' is not a type}} expected-error{{'short double' is not a type}} expected-error{{'unsigned float' is not a type}} expected-error{{'long long long' is not a type}}
  const int ci = 1; ci = 2; ci++;  // expected-error{{assignment of read-only variable 'ci'}} expected-note{{'ci' declared here}} expected-error{{increment of read-only variable 'ci'}} expected-note{{'ci' declared here}}
  inline int i; _Noreturn int j; // expected-error{{variable 'i' declared 'inline' or '_Noreturn'}} expected-error{{variable 'j' declared 'inline' or '_Noreturn'}}
  sizeof(struct inc); sizeof(f);  // expected-error{{invalid application of 'sizeof' to incomplete type 'struct inc'}}
  int vla[argc] = { 1 }; // expected-error{{variable-sized object 'vla' may not be initialized}}
  static int sv[argc]; // expected-error{{storage size of 'sv' isn't constant ('int[argc]')}}
  return; // expected-warning{{'return' with no value, in function returning 'int'}}
}
void v(void) { return 1; } // expected-warning{{'return' with a value, in function 'v' returning void}} expected-note{{declared here}}
int no_return(void) { } // expected-warning{{control reaches end of non-void function 'no_return'}}

// GNU's vectors would change what every operator means: they are no hint to leave alone.
typedef float four_floats __attribute__((vector_size(16))); // expected-error{{vector types are not supported ('vector_size'): use an array or a struct}}
