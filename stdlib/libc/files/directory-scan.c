/* <dirent.h>: all entries of a directory at once, and orders for them. (POSIX, GNU) */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int alphasort(const struct dirent **left, const struct dirent **right) {
  return strcoll((*left)->d_name, (*right)->d_name);
}

int versionsort(const struct dirent **left, const struct dirent **right) {
  return strverscmp((*left)->d_name, (*right)->d_name);
}

int readdir_r(DIR *restrict directory, struct dirent *restrict entry, struct dirent **restrict result) {
  int before = errno;
  errno = 0;
  struct dirent *next = readdir(directory);
  int number = errno;
  errno = before;
  *result = next ? memcpy(entry, next, sizeof *entry) : NULL;
  return number;
}

static struct dirent *copy_of(const struct dirent *entry) {
  struct dirent *copy = malloc(sizeof *copy);
  return copy ? memcpy(copy, entry, sizeof *copy) : NULL;
}

static int discard(struct dirent **list, int count) {
  while (count > 0) free(list[--count]);
  free(list);
  errno = ENOMEM;
  return -1;
}

int scandir(const char *restrict path, struct dirent ***restrict result, int (*choose)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  DIR *directory = opendir(path);
  if (!directory) return -1;
  struct dirent **list = NULL, *entry;
  int count = 0;
  while ((entry = readdir(directory))) {
    if (choose && !choose(entry)) continue;
    struct dirent **longer = (count & (count - 1)) == 0 ? realloc(list, (count ? 2 * count : 1) * sizeof *list) : list;
    if (longer) list = longer;
    if (!longer || !(list[count] = copy_of(entry))) return closedir(directory), discard(list, count);
    count++;
  }
  closedir(directory);
  if (compare && count) qsort(list, count, sizeof *list, (int (*)(const void *, const void *))compare);
  *result = list;
  return count;
}
