/* The types of <stdint.h> with a sign, which <sys/types.h> has too, as in glibc: those without one are the program's there. */
#ifndef _BITS_STDINT_INTN_H
#define _BITS_STDINT_INTN_H

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;

#endif
