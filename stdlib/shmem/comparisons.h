/* The comparisons of waits and tests, SHMEM_CMP_EQ and the like, for a type. */
#define COMPARISON(TYPE, NAME) \
  static inline int holds_##NAME(TYPE found, int cmp, TYPE value) { \
    switch (cmp) { \
      case SHMEM_CMP_EQ: return found == value; \
      case SHMEM_CMP_NE: return found != value; \
      case SHMEM_CMP_GT: return found > value; \
      case SHMEM_CMP_GE: return found >= value; \
      case SHMEM_CMP_LT: return found < value; \
      default: return found <= value; \
    } \
  }
