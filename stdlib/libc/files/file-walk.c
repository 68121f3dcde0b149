/* <ftw.h>: walks over a tree of files; a directory comes before what is in it, or with FTW_DEPTH after it. (POSIX) */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

typedef int plain_visit_t(const char *, const struct stat *, int);
typedef int visit_t(const char *, const struct stat *, int, struct FTW *);

/* One walk; `path` is where it is. */
struct walk {
  visit_t *visit;
  plain_visit_t *plain;
  int flags;
  dev_t device;
  char path[PATH_MAX];
};

static int tell(struct walk *walk, const struct stat *status, int kind, int base, int level) {
  struct FTW place = {base, level};
  return walk->plain ? walk->plain(walk->path, status, kind == FTW_SLN ? FTW_SL : kind)
                     : walk->visit(walk->path, status, kind, &place);
}

static int kind_of(struct walk *walk, struct stat *status) {
  if ((walk->flags & FTW_PHYS ? lstat : stat)(walk->path, status) < 0)
    return !(walk->flags & FTW_PHYS) && lstat(walk->path, status) == 0 ? FTW_SLN : FTW_NS;
  return S_ISDIR(status->st_mode) ? FTW_D : S_ISLNK(status->st_mode) ? FTW_SL : FTW_F;
}

static int go(struct walk *walk, int base, int level);

static int go_into(struct walk *walk, DIR *directory, int level) {
  size_t length = strlen(walk->path);
  int result = 0;
  struct dirent *entry;
  while (!result && (entry = readdir(directory))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (length + strlen(entry->d_name) + 2 > PATH_MAX) return errno = ENAMETOOLONG, -1;
    int slash = walk->path[length - 1] != '/';
    strcpy(strcpy(walk->path + length, "/") + slash, entry->d_name);
    result = go(walk, length + slash, level + 1);
    walk->path[length] = 0;
  }
  return result;
}

static int go(struct walk *walk, int base, int level) {
  struct stat status;
  memset(&status, 0, sizeof status);
  int kind = kind_of(walk, &status), deep = walk->flags & FTW_DEPTH;
  if (kind == FTW_NS && level == 0) return -1;
  if (walk->flags & FTW_MOUNT && kind != FTW_NS && status.st_dev != walk->device) return 0;
  DIR *directory = kind == FTW_D ? opendir(walk->path) : NULL;
  if (kind == FTW_D && !directory) return errno == EACCES ? tell(walk, &status, FTW_DNR, base, level) : -1;
  int result = kind == FTW_D && deep ? 0 : tell(walk, &status, kind, base, level);
  if (!directory) return result;
  if (!result) result = go_into(walk, directory, level);
  closedir(directory);
  return result || !deep ? result : tell(walk, &status, FTW_DP, base, level);
}

static int start(const char *path, struct walk *walk) {
  struct stat status;
  if (strlen(path) >= PATH_MAX) return errno = ENAMETOOLONG, -1;
  if (walk->flags & FTW_CHDIR) return errno = ENOSYS, -1;
  strcpy(walk->path, path);
  size_t length = strlen(path);
  while (length > 1 && walk->path[length - 1] == '/') walk->path[--length] = 0;
  if (stat(path, &status) == 0) walk->device = status.st_dev;
  char *slash = strrchr(walk->path, '/');
  return go(walk, slash && slash[1] ? slash + 1 - walk->path : 0, 0);
}

int nftw(const char *path, visit_t *visit, int descriptors, int flags) {
  struct walk walk = {visit, NULL, flags};
  return start(path, &walk);
}

int ftw(const char *path, plain_visit_t *visit, int descriptors) {
  struct walk walk = {NULL, visit, 0};
  return start(path, &walk);
}
