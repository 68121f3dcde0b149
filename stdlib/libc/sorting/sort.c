/*
 * <stdlib.h>, qsort. (C99 7.20.5; POSIX)
 * glibc's merge sort: stable, halves first, with the same comparisons in the same order, of elements that lie in the
 * array. Elements of one, two and four words are moved as they are merged; of others the addresses are sorted, and then
 * each element is moved once. Without memory for that, a sort that needs none gives the same (sort-in-place.c).
 */
#include "sort.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A union, as it holds what is the program's. */
typedef union word {
  unsigned bits;
  char *address;
} word_t;

#define MOVE_1(to, from) (*(to) = *(from))
#define MOVE_2(to, from) (MOVE_1(to, from), MOVE_1(to + 1, from + 1))
#define MOVE_4(to, from) (MOVE_2(to, from), MOVE_2(to + 2, from + 2))

#define OF_ELEMENTS(left, right) ((comparison_t *)compare)(left, right)
#define OF_ADDRESSES(left, right) ((comparison_t *)compare)(left->address, right->address)
#define WITH_ARGUMENT(left, right) ((comparison_r_t *)compare)(left->address, right->address, argument)

/* Words from which on the bulk instruction is the quicker one. */
#define MANY 16

/* Sorts `count` elements of so many words by way of as many at `spare`. */
#define MERGE_SORT(name, WORDS, MOVE, ORDER)                                                          \
  static void name(word_t *base, size_t count, word_t *spare, void *compare, void *argument) {        \
    size_t half = count / 2;                                                                          \
    word_t *left = base, *middle = base + half * WORDS, *right = middle, *to = spare;                 \
    word_t *end = base + count * WORDS;                                                               \
    if (half > 1) name(left, half, spare, compare, argument);                                         \
    if (count - half > 1) name(right, count - half, spare, compare, argument);                        \
    for (; left != middle && right != end; to += WORDS)                                               \
      if (ORDER(left, right) <= 0) MOVE(to, left), left += WORDS;                                     \
      else MOVE(to, right), right += WORDS;                                                           \
    if (right == middle) return; /* all are in their places */                                        \
    for (; left != middle; left += WORDS, to += WORDS) MOVE(to, left);                                \
    if (to - spare >= MANY) memcpy(base, spare, (to - spare) * sizeof *to);                           \
    else                                                                                              \
      for (word_t *from = spare; from != to; base += WORDS, from += WORDS) MOVE(base, from);          \
  }

MERGE_SORT(sort_words, 1, MOVE_1, OF_ELEMENTS)
MERGE_SORT(sort_pairs, 2, MOVE_2, OF_ELEMENTS)
MERGE_SORT(sort_fours, 4, MOVE_4, OF_ELEMENTS)
MERGE_SORT(sort_addresses, 1, MOVE_1, OF_ADDRESSES)
MERGE_SORT(sort_addresses_r, 1, MOVE_1, WITH_ARGUMENT)

/* Moves the elements into the order of their addresses, one circle of moves after the other, by way of `room`. */
static void arrange(char *base, word_t *addresses, size_t count, size_t size, char *room) {
  for (size_t start = 0; start < count; start++) {
    char *to = base + start * size, *from;
    if (addresses[start].address == to) continue;
    memcpy(room, to, size);
    for (size_t at = start; (from = addresses[at].address) != base + start * size; at = (from - base) / size, to = from) {
      memcpy(to, from, size);
      addresses[at].address = to;
    }
    memcpy(to, room, size);
    addresses[(to - base) / size].address = to;
  }
}

static void list(char *base, word_t *addresses, size_t count, size_t size) {
  for (size_t i = 0; i < count; i++) addresses[i].address = base + i * size;
}

#define SORT_BY_ADDRESSES(sort, base, count, size, room, compare, argument) \
  (list(base, room, count, size), sort(room, count, room + count, compare, argument), \
   arrange(base, room, count, size, (char *)(room + 2 * count)))

/* A place and a spare one for each address, and room for one element; 0 where that is more than there can be. */
static inline size_t room_for_addresses(size_t count, size_t size) {
  return count < (0xffffffffu - size) / (2 * sizeof(word_t)) ? 2 * sizeof(word_t) * count + size : 0;
}

#define NEAR_BYTES 1024

/* Room of up to NEAR_BYTES is the stack's; NULL where there is none. errno stays as it is. */
static inline word_t *room_of(size_t bytes, word_t *near) {
  if (bytes - 1 < NEAR_BYTES) return near;
  int before = errno;
  word_t *room = bytes == 0 ? NULL : malloc(bytes);
  if (!room) errno = before;
  return room;
}

static int without_argument(const void *left, const void *right, void *compare) {
  return ((comparison_t *)compare)(left, right);
}

void qsort(void *base, size_t count, size_t size, comparison_t *compare) {
  word_t near[NEAR_BYTES / sizeof(word_t)];
  if (count < 2 || size == 0) return;
  int in_words = (size == 4 || size == 8 || size == 16) && ((unsigned)base & 3) == 0;
  word_t *room = room_of(in_words ? count * size : room_for_addresses(count, size), near);
  if (!room) __pgasc_sort_in_place(base, count, size, without_argument, compare);
  else if (!in_words) SORT_BY_ADDRESSES(sort_addresses, base, count, size, room, compare, NULL);
  else if (size == 4) sort_words(base, count, room, compare, NULL);
  else if (size == 8) sort_pairs(base, count, room, compare, NULL);
  else sort_fours(base, count, room, compare, NULL);
  if (room != near) free(room);
}

void qsort_r(void *base, size_t count, size_t size, comparison_r_t *compare, void *argument) {
  word_t near[NEAR_BYTES / sizeof(word_t)];
  if (count < 2 || size == 0) return;
  word_t *room = room_of(room_for_addresses(count, size), near);
  if (!room) __pgasc_sort_in_place(base, count, size, compare, argument);
  else SORT_BY_ADDRESSES(sort_addresses_r, base, count, size, room, compare, argument);
  if (room != near) free(room);
}
