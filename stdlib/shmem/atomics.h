/* Numbers of atomic operations and of their types, as the runtime has them (runtime/extended/atomics/machine.ts). */
enum { ADD = 0, AND = 4, OR = 5, XOR = 6, SET = 7, GET = 8, CAS = 9 };
enum { I32, U32, I64, U64, F32, F64 };
