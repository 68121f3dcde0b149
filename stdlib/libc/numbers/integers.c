/* <stdlib.h> and <inttypes.h>, absolute values and divisions; <strings.h>, the lowest bit. (C99 7.20.6, 7.8.2; POSIX) */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

int(abs)(int value) { return value < 0 ? -value : value; }
long(labs)(long value) { return value < 0 ? -value : value; }
long long(llabs)(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int dividend, int divisor) { return (div_t){dividend / divisor, dividend % divisor}; }
ldiv_t ldiv(long dividend, long divisor) { return (ldiv_t){dividend / divisor, dividend % divisor}; }
lldiv_t lldiv(long long dividend, long long divisor) { return (lldiv_t){dividend / divisor, dividend % divisor}; }
imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor) { return (imaxdiv_t){dividend / divisor, dividend % divisor}; }

/* Number of the lowest bit that is set, from 1; 0 for none. */
int ffs(int word) { return __builtin_ffs(word); }
int ffsl(long word) { return __builtin_ffsl(word); }
int ffsll(long long word) { return __builtin_ffsll(word); }
