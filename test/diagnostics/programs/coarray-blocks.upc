// Image control blocks and questions about coshapes.
#include <upc.h>
typedef struct { int index; } team_type;
team_type team;
int a[3]:[*], two:[2][*], plain, *p;  // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
void xmp_sync_all(int *status);
void __coarray_form_team(int number, team_type *team);

int use(int k, int *stat) {
  __critical { k++; }
  __critical(stat) { upc_barrier; }  // expected-error{{'upc_barrier' in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{synchronize before or after the block}}
  __critical(k) { k++; }  // expected-error{{the status of an image control block is a private 'int *', not 'int' (Fortran 2018, 11.6.11)}} expected-note{{give the address of an int, as '&stat'}}
  __critical { xmp_sync_all(stat); __coarray_form_team(1, &team); }  // expected-error{{'xmp_sync_all' in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{synchronize before or after the block}} expected-error{{'__coarray_form_team' in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{synchronize before or after the block}}
  __critical { __critical { k++; } }  // expected-error{{another critical block in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{synchronize before or after the block}}
  __critical { __change_team(&team) { k++; } }  // expected-error{{'change_team' in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{synchronize before or after the block}}
  __critical { return 1; }  // expected-error{{'return' leaves a 'critical' block before its end (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{let control come to the closing brace: set a flag, and test it behind the block}}
  __critical { goto out; }  // expected-error{{'goto' leaves a 'critical' block before its end (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{let control come to the closing brace: set a flag, and test it behind the block}}
  goto in;  // expected-error{{jump into a 'critical' block (Fortran 2018, 11.1.6)}}
  __critical { in: k++; }  // expected-note{{it begins here}}
  while (k) {
    __critical { break; }  // expected-error{{'break' leaves a 'critical' block before its end (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{let control come to the closing brace: set a flag, and test it behind the block}}
    __critical { continue; }  // expected-error{{'continue' leaves a 'critical' block before its end (Fortran 2018, 11.1.6)}} expected-note{{the block is here}} expected-note{{let control come to the closing brace: set a flag, and test it behind the block}}
    __critical { while (k) { if (k == 2) break; if (k == 3) continue; k--; } }
    __critical { goto inside; inside: k++; }
    __critical { switch (k) { case 1: break; } }
  }
  switch (k) {
    __critical { case 4: k++; }  // expected-error{{jump into a 'critical' block (Fortran 2018, 11.1.6)}} expected-note{{it begins here}}
  }
  __change_team(&team) { upc_barrier; }
  __change_team(&team, stat) { return 2; }  // expected-error{{'return' leaves a 'change_team' block before its end (Fortran 2018, 11.1.5)}} expected-note{{the block is here}} expected-note{{let control come to the closing brace: set a flag, and test it behind the block}}
  __change_team(team) { k++; }  // expected-error{{'change_team' needs a private 'team_type *', not 'struct <anonymous>' (Fortran 2018, 11.1.5)}} expected-note{{give the address of a team, as '&t'}}
  __change_team(&team, 3) { k++; }  // expected-error{{the status of an image control block is a private 'int *', not 'int' (Fortran 2018, 11.6.11)}} expected-note{{give the address of an int, as '&stat'}}
out:
  k = __builtin_image_index(two, 1, 2) + __builtin_image_index(two, 1) + __builtin_image_index(plain, 1);  // expected-error{{'image_index' of 'two' takes 2 indices after it, 1 given (Fortran 2018, 16.9.97)}} expected-error{{the first argument of 'image_index' is no coarray (Fortran 2018, 16.9)}} expected-note{{name an object that is declared with a coshape, as 'a:[*]'}}
  k = __builtin_coshape(two) + __builtin_coshape(two, 2) + __builtin_coshape(a) + __builtin_coshape(a, 0, 1);  // expected-error{{'coshape' needs a codimension, 0 to 1: 'two' has 2 (Fortran 2018, 16.9)}} expected-error{{codimension 2 is out of range, 0 to 1 (Fortran 2018, 16.9)}} expected-error{{'coshape' takes a coarray and a codimension}}
  k = __builtin_ucobound(two, 1.5) + __builtin_lcobound(p) + __builtin_lcobound();  // expected-error{{this argument must be an integer, not 'double' (Fortran 2018, 16.9)}} expected-error{{the first argument of 'lcobound' is no coarray (Fortran 2018, 16.9)}} expected-note{{name an object that is declared with a coshape, as 'a:[*]'}} expected-error{{the first argument of 'lcobound' is no coarray (Fortran 2018, 16.9)}} expected-note{{name an object that is declared with a coshape, as 'a:[*]'}}
  k = __builtin_this_image() + __builtin_this_image(&team) + __builtin_this_image(plain) + __builtin_this_image(two);  // expected-error{{the first argument of 'this_image' is no coarray (Fortran 2018, 16.9)}} expected-note{{name an object that is declared with a coshape, as 'a:[*]'}} expected-error{{'this_image' needs a codimension, 0 to 1: 'two' has 2 (Fortran 2018, 16.9)}}
  return k;
}
