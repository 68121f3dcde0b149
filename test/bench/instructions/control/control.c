/* Runs the operations of a conduit's control in windows, as rank.ts does. */
#include "control.h"
#include <stdlib.h>

enum { WINDOWS = 200, FEW = 2, WARMINGS = 1000 };

__attribute__((aligned(16))) typeof(watched) watched;
struct job job = {ME, PES, 0};

/* The counting tool has a breakpoint here. */
__attribute__((noinline)) void window(double number) { __asm__ volatile("" : : "x"(number) : "memory"); }

void wait_for_room(void) { abort(); }

int main(void) {
  static volatile uint32_t flipped[4] = {~0x9d2c5680u, ~0xefc60000u, ~0x1f123bb5u, ~0x5bd1e995u}; /* the words are in memory once */
  for (int k = 0; k < 4; k++) watched.magic[k] = ~flipped[k];
  for (int number = 0; number < operation_count; number++) {
    if (!operations[number]) continue;
    for (int k = 0; k < WARMINGS; k++) refill(), operations[number](k);
    for (int k = 0; k < WINDOWS; k++) {
      refill();
      window(number);
      for (int few = 0; few < FEW; few++) operations[number](few);
      window(-1);
    }
  }
}
