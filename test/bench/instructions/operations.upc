/*
 * Operations that `npm run bench:instructions` counts. main gives the function of an operation, by its number (operations.js);
 * rank.ts calls that. A byte stored in a watched word tells where the operation begins, another where it ends.
 */
#include <gasnet.h>
#include <shmem.h>
#include <upc_relaxed.h>

#define HANDLER 200
#define BYTES 4
#define PUTS 3

/* The watched word: rank.ts and posted.ts know it too. */
#define WATCHED ((volatile char *)0x8000010)
#define BEGIN (WATCHED[0] = 1)
#define END (WATCHED[2] = 1)

shared int x[THREADS];
int source;
int destination;
int symmetric;

/* The address of x[1] as GASNet takes it: found once, for it is none of the operation. */
static void *there;

static void nothing(int i) {
  source = i;
  BEGIN;
  END;
}

/* Pseudocode 1 of the paper: with a blocking put, as Berkeley's translator makes it. */
static void upc_write(int i) {
  BEGIN;
  x[1] = i;
  END;
}

static void fence_alone(int i) {
  BEGIN;
  upc_fence;
  END;
}

static void fence_behind_puts(int i) {
  source = i;
  for (int k = 0; k < PUTS; k++) gasnet_put_nbi(1, there, &source, BYTES);
  BEGIN;
  upc_fence;
  END;
}

static void request_short(int i) {
  BEGIN;
  gasnet_AMRequestShort1(1, HANDLER, i);
  END;
}

static void put(int i) {
  source = i;
  BEGIN;
  gasnet_put(1, there, &source, BYTES);
  END;
}

static void get(int i) {
  BEGIN;
  gasnet_get(&destination, 1, there, BYTES);
  END;
}

static void put_nbi(int i) {
  source = i;
  BEGIN;
  gasnet_put_nbi(1, there, &source, BYTES);
  END;
}

static void wait_behind_put(int i) {
  source = i;
  gasnet_put_nbi(1, there, &source, BYTES);
  BEGIN;
  gasnet_wait_syncnbi_puts();
  END;
}

static void wait_alone(int i) {
  BEGIN;
  gasnet_wait_syncnbi_puts();
  END;
}

static void put_by_shmem(int i) {
  BEGIN;
  shmem_int_p(&symmetric, i, 1);
  END;
}

static void quiet_behind_put(int i) {
  shmem_int_p(&symmetric, i, 1);
  BEGIN;
  shmem_quiet();
  END;
}

static void quiet_alone(int i) {
  BEGIN;
  shmem_quiet();
  END;
}

/* OpenSHMEM over GASNet as its reference implementation is made: the address is looked up in the segments of this PE, then put there. */
static struct segment { char *start; size_t size; ptrdiff_t apart; } segments[2];

static inline void *counterpart(void *address) {
  for (int s = 0; s < 2; s++)
    if ((char *)address >= segments[s].start && (char *)address < segments[s].start + segments[s].size)
      return (char *)address + segments[s].apart;
  return 0;
}

static inline void reference_int_p(int *dest, int value, int pe) {
  void *place = counterpart(dest);
  if (place) gasnet_put_nbi(pe, place, &value, sizeof value);
}

static void put_over_gasnet(int i) {
  BEGIN;
  reference_int_p(&symmetric, i, 1);
  END;
}

static void quiet_over_gasnet(int i) {
  reference_int_p(&symmetric, i, 1);
  BEGIN;
  gasnet_wait_syncnbi_puts();
  upc_fence;
  END;
}

/* Outside of windows: what is under way is over, and what it held is free. */
static void refill(int i) {
  gasnet_wait_syncnbi_all();
  gasnet_AMPoll();
}

static void begin(int i) {
  shmem_init();
  union { shared int *shared_pointer; void *address; } pointer = { &x[1] }, own = { &x[0] }; /* it begins with the address */
  there = pointer.address;
  segments[0] = (struct segment){ (char *)&symmetric + 64, 64, 0 };
  segments[1] = (struct segment){ (char *)&symmetric, sizeof symmetric, (char *)there - (char *)own.address };
}

static void (*const operations[])(int) = {
  refill, begin, nothing, upc_write, fence_alone, fence_behind_puts, request_short, put, get, put_nbi, wait_behind_put, wait_alone,
  put_by_shmem, quiet_behind_put, quiet_alone, put_over_gasnet, quiet_over_gasnet,
};

int main(int operation, char **none) { return (int)operations[operation]; }
