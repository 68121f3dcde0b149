/* What sorts have in common. */
#define _GNU_SOURCE
#include <stddef.h>

typedef int comparison_t(const void *, const void *);
typedef int comparison_r_t(const void *, const void *, void *);

/* A stable sort that needs no memory. */
void __pgasc_sort_in_place(char *base, size_t count, size_t size, comparison_r_t *compare, void *argument);
