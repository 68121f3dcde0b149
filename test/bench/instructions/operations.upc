/*
 * Operations that `npm run bench:instructions` counts: each by itself; n is 1. main gives the function of an operation,
 * by its number; rank.ts calls that.
 */
#include <gasnet.h>
#include <upc_relaxed.h>

#define HANDLER 200
#define BYTES 4

shared int x[THREADS];
int source;
int destination;

/* The address of x[1] as GASNet takes it: found once, for it is none of the operation. */
static void *there;

/* What is in every loop. */
static void nothing(int n) {
  for (int i = 0; i < n; i++) source = i;
}

/* Pseudocode 1 of the paper: with a blocking put, as Berkeley's translator makes it. */
static void upc_write(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    x[1] = i;
  }
}

static void upc_fences(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    upc_fence;
  }
}

static void request_short(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_AMRequestShort1(1, HANDLER, i);
  }
}

static void put(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_put(1, there, &source, BYTES);
  }
}

static void get(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_get(&destination, 1, there, BYTES);
  }
}

static void put_nbi(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_put_nbi(1, there, &source, BYTES);
  }
}

static void put_nbi_and_wait(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_put_nbi(1, there, &source, BYTES);
    gasnet_wait_syncnbi_puts();
  }
}

static void wait_for_nothing(int n) {
  for (int i = 0; i < n; i++) {
    source = i;
    gasnet_wait_syncnbi_puts();
  }
}

static void (*const operations[])(int) = {nothing, upc_write,        upc_fences,      request_short, put, get,
                                          put_nbi, put_nbi_and_wait, wait_for_nothing};

int main(int operation, char **none) {
  union { shared int *shared_pointer; void *address; } pointer = { &x[1] }; /* it begins with the address */
  there = pointer.address;
  return (int)operations[operation];
}
