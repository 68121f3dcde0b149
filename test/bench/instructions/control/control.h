/*
 * The control column: the conduits' paths in C, for gcc, so that what a language and its compiler add can be told from what the path is.
 *
 * Marks are those of operations.upc: bytes stored in a watched word; window() is what steps.c takes for its mark. A fabric's functions
 * are called, not inlined: counting ends at their entry.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BEGIN (watched.bytes[0] = 1)
#define POST (watched.bytes[1] = 1)
#define END (watched.bytes[2] = 1)
#define FABRIC __attribute__((noinline))
#define RARE __attribute__((noinline, cold))

extern struct { uint32_t magic[4]; volatile char bytes[8]; } watched;

/* The job, as the layers above a conduit see it. */
enum { ME = 0, PES = 2, SHIFT = 26, PUTS = 1, GETS = 2 };
extern struct job { uint32_t me, pes, under_way; } job;
static inline uint32_t offset_of(const void *address) { return (uintptr_t)address & ((1u << SHIFT) - 1); }

/* By their numbers in operations.js; null: not in the control. */
typedef void operation(int i);
extern operation *const operations[];
extern const int operation_count;
void refill(void);

/* What never happens while it is counted. */
RARE void wait_for_room(void);
