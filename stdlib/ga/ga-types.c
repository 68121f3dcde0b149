/* Types of elements: the numbers of MA (macdecls.h) and those that a program registers; what each is to ARMCI. */
#include "array.h"

/* Types of the program begin behind those of MA. */
enum { MOST_TYPES = 256, BUILT_IN = MT_NUMTYPES };
static int registered[MOST_TYPES];

int __ga_type_in_c(int type) {
  switch (type) {
    case MT_F_BYTE: return C_CHAR;
    case MT_F_INT:
    case MT_F_LOG: return C_LONG;
    case MT_F_REAL: return C_FLOAT;
    case MT_F_DBL: return C_DBL;
    case MT_F_SCPL: return C_SCPL;
    case MT_F_DCPL: return C_DCPL;
    default: return type;
  }
}

int __ga_size_of(int type) {
  switch (__ga_type_in_c(type)) {
    case C_CHAR: return 1;
    case C_INT:
    case C_FLOAT: return 4;
    case C_LONG:
    case C_LONGLONG:
    case C_DBL:
    case C_SCPL: return 8;
    case C_LDBL: return sizeof(long double);
    case C_DCPL: return 16;
    case C_LDCPL: return 2 * sizeof(long double);
  }
  unsigned own = (unsigned)(type - MT_BASE);
  return own < MOST_TYPES ? registered[own] : 0;
}

int __ga_adds(int type) {
  switch (type) {
    case C_INT: return ARMCI_ACC_INT;
    case C_LONG:
    case C_LONGLONG: return ARMCI_ACC_LNG;
    case C_FLOAT: return ARMCI_ACC_FLT;
    case C_DBL: return ARMCI_ACC_DBL;
    case C_SCPL: return ARMCI_ACC_CPL;
    case C_DCPL: return ARMCI_ACC_DCP;
    default: return 0;
  }
}

const char *__ga_type_name(int type) {
  static const char *const names[] = {
      "C_CHAR", "C_INT",  "C_LONG", "C_FLOAT", "C_DBL", "C_LDBL", "C_SCPL", "C_DCPL",    "C_LDCPL",
      "F_BYTE", "F_INT",  "F_LOG",  "F_REAL",  "F_DBL", "F_SCPL", "F_DCPL", "C_LONGLONG"};
  unsigned at = (unsigned)(type - MT_BASE);
  return at < BUILT_IN ? names[at] : __ga_size_of(type) ? "a type of NGA_Register_type" : "no type";
}

/* -1 where there is no number left. */
int NGA_Register_type(size_t bytes) {
  __ga_open("NGA_Register_type");
  if (bytes == 0 || bytes > INT32_MAX) __ga_fail("NGA_Register_type: bytes is %zu: it is 1 .. 2147483647", bytes);
  for (int i = BUILT_IN; i < MOST_TYPES; i++)
    if (!registered[i]) return registered[i] = bytes, MT_BASE + i;
  return -1;
}

int NGA_Deregister_type(int type) {
  __ga_open("NGA_Deregister_type");
  int at = type - MT_BASE;
  if (at < BUILT_IN || at >= MOST_TYPES || !registered[at])
    __ga_fail("NGA_Deregister_type: type is %d: NGA_Register_type has not given it, or it has been given up", type);
  registered[at] = 0;
  return 0;
}
