/* <libgen.h>: the parts of a path before and behind its last slash, as glibc finds them. (POSIX) */
#include <libgen.h>
#include <string.h>

static char *before_slashes(char *path, char *end) {
  while (end > path && end[-1] == '/') end--;
  return end;
}

char *__xpg_basename(char *path) {
  if (!path || !*path) return ".";
  char *end = before_slashes(path, path + strlen(path));
  if (end == path) return path + strlen(path) - 1; /* slashes alone */
  *end = 0;
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

char *dirname(char *path) {
  if (!path || !*path) return ".";
  char *end = before_slashes(path, path + strlen(path));
  if (end == path) return path[1] == '/' && !path[2] ? path : "/";
  while (end > path && end[-1] != '/') end--;
  if (end == path) return ".";
  char *last = before_slashes(path, end);
  if (last == path) last += path[1] == '/' && path[2] != '/' ? 2 : 1; /* the root, or // */
  *last = 0;
  return path;
}
