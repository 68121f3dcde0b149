// Misspelt keywords are taken for those that are meant, so that nothing else is wrong with what they stand in.
#include <upc.h>
shared int a[10 * THREADS];
int called(int x);
int wrong(int x) { return x + nowhere; } // expected-error{{'nowhere' undeclared (first use in this function)}}
int statements(int x) {
  int i;
  whlie (x > 100) { x /= 2; } // expected-error{{unknown word 'whlie'; did you mean 'while'?}}
  fi (x) x = 2; // expected-error{{unknown word 'fi'; did you mean 'if'?}}
  if (x) x = 1; esle if (i) x = 2; els { x = 3; } // expected-error{{unknown word 'esle'; did you mean 'else'?}} expected-error{{unknown word 'els'; did you mean 'else'?}}
  upc_foral (i = 0; i < 10; i++; i) a[i] = 1; // expected-error{{unknown word 'upc_foral'; did you mean 'upc_forall'?}}
  fro (i = 0; i < 10; i++) called(i); // expected-error{{unknown word 'fro'; did you mean 'for'?}}
  upc_barier; // expected-error{{unknown word 'upc_barier'; did you mean 'upc_barrier'?}}
  upc_notfy 1; // expected-error{{unknown word 'upc_notfy'; did you mean 'upc_notify'?}}
  upc_wait 1;
  swich (x) { case 1: braek; default: x = 1; } // expected-error{{unknown word 'swich'; did you mean 'switch'?}} expected-error{{unknown word 'braek'; did you mean 'break'?}}
  doo { if (i) contniue; x--; } while (x); // expected-error{{unknown word 'doo'; did you mean 'do'?}} expected-error{{unknown word 'contniue'; did you mean 'continue'?}}
  if (x) retrun 0; // expected-error{{unknown word 'retrun'; did you mean 'return'?}}
  if (i) Return x + 1; // expected-error{{unknown word 'Return'; did you mean 'return'?}}
  return wrog; // expected-error{{'wrog' undeclared (first use in this function); did you mean 'wrong'?}}
}
int expressions(int x) {
  if (x) retrun -1; // expected-error{{'retrun' undeclared (first use in this function); did you mean 'return'?}}
  retrun(0); // expected-warning{{implicit declaration of function 'retrun'; did you mean 'return'?}}
  foo(1) // expected-error{{expected ';' after expression, found 'called'}} expected-warning{{implicit declaration of function 'foo'}}
  called(2);
  return 0;
}
viod *nothing; // expected-error{{unknown type name 'viod'; did you mean 'void'?}}
structt pair { int x; }; // expected-error{{unknown word 'structt'; did you mean 'struct'?}}
statc int own(struct pair p) { return p.x; } // expected-error{{unknown word 'statc'; did you mean 'static'?}}
unsinged int count; // expected-error{{unknown word 'unsinged'; did you mean 'unsigned'?}}
cosnt char *text; // expected-error{{unknown word 'cosnt'; did you mean 'const'?}}
sahred int s; // expected-error{{unknown word 'sahred'; did you mean 'shared'?}}
