// Names that a header declares, and names that are nearly those in sight.
struct point { int abscissa; };
int main(void) {
  int count = 3;
  struct point p = { .abscisa = 2 }; // expected-error{{'struct point' has no member named 'abscisa'; did you mean 'abscissa'?}}
  p.abscisa = y1; // expected-error{{'struct point' has no member named 'abscisa'; did you mean 'abscissa'?}} expected-error{{'y1' undeclared (first use in this function)}}
  fprintf(stderr, "%d\n", cuont); // expected-warning{{implicit declaration of function 'fprintf'}} expected-note{{include <stdio.h>, which declares 'fprintf'}} expected-error{{'stderr' undeclared (first use in this function)}} expected-note{{include <stdio.h>, which declares 'stderr'}} expected-error{{'cuont' undeclared (first use in this function); did you mean 'count'?}}
  char *q = malloc(sqrt(4)); // expected-warning{{implicit declaration of function 'malloc'}} expected-note{{include <stdlib.h>, which declares 'malloc'}} expected-warning{{implicit declaration of function 'sqrt'}} expected-note{{include <math.h>, which declares 'sqrt'}}
  upc_all_reduceI(0, 0, UPC_ADD, 1, 1, NULL, 0); // expected-warning{{implicit declaration of function 'upc_all_reduceI'}} expected-note{{include <upc_collective.h>, which declares 'upc_all_reduceI'}} expected-error{{'UPC_ADD' undeclared (first use in this function)}} expected-note{{include <upc_types.h>, which declares 'UPC_ADD'}} expected-error{{'NULL' undeclared (first use in this function)}} expected-note{{include <stddef.h>, which declares 'NULL'}}
  return upc_threadof(0); // expected-warning{{implicit declaration of function 'upc_threadof'}} expected-note{{include <upc.h>, which declares 'upc_threadof'}}
}
