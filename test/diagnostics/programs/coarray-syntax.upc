// Syntax of coarrays.
int a[4]:[*], two:[2][*];
struct s {
  int member:[*];  // expected-error{{a member of a struct or union cannot be a coarray: the whole object can (XcalableMP 1.4, 5.1)}}
  int bits : 3;
};

void use(int k, int *stat) {
  a[1]:[*] = 1;  // expected-error{{':[*]' belongs to a declaration: a reference says which image, as in 'a:[k]' (XcalableMP 1.4, 5.2)}}
  a[1]:[] = 1;  // expected-error{{expected image index after '[', found ']'}}
  two:[0, stat = stat][1] = 1;  // expected-error{{'stat =' must stand in the last bracket of the coindex (Fortran 2018, 9.6)}}
  a[1]:[k, 3] = 1;  // expected-error{{expected identifier after ',', found '3'}}
  a[1]:k = 1;  // expected-error{{expected ';' after expression, found ':'}}
  a[0:1:2:3] = 1;  // expected-error{{expected ']', found ':'}} expected-note{{to match this '['}}
  a[] = 1;  // expected-error{{expected expression after '[', found ']'}}
  __critical k++;  // expected-error{{expected '{' after '__critical', found 'k'}}
  __change_team { k++; }  // expected-error{{expected '(' after '__change_team', found '{'}}
}
