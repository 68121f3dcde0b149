/*
 * <glob.h>: names of files that match a pattern. (POSIX; GNU's GLOB_BRACE, GLOB_TILDE)
 * The parts of the pattern between slashes are matched one after the other; a part without a wildcard is only looked up.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef int report_t(const char *, int);

struct search {
  glob_t *result;
  int flags;
  report_t *report;
  char path[PATH_MAX];
};

static int is_pattern(const char *part, const char *end, int flags) {
  for (; part < end; part++)
    if (*part == '*' || *part == '?' || *part == '[') return 1;
    else if (*part == '\\' && !(flags & GLOB_NOESCAPE) && part[1]) part++;
  return 0;
}

static size_t offset_of(const struct search *search) { return search->flags & GLOB_DOOFFS ? search->result->gl_offs : 0; }

static int add(struct search *search, const char *path) {
  glob_t *result = search->result;
  size_t offset = offset_of(search), used = offset + result->gl_pathc;
  char **longer = realloc(result->gl_pathv, (used + 2) * sizeof *longer);
  if (!longer) return GLOB_NOSPACE;
  result->gl_pathv = longer;
  if (!(longer[used] = strdup(path))) return GLOB_NOSPACE;
  longer[used + 1] = NULL;
  result->gl_pathc++;
  return 0;
}

static int add_found(struct search *search, size_t length) {
  struct stat status;
  if (lstat(search->path, &status) < 0) return 0;
  int directory = stat(search->path, &status) == 0 && S_ISDIR(status.st_mode);
  if (search->flags & GLOB_ONLYDIR && !directory) return 0;
  if (search->flags & GLOB_MARK && directory && search->path[length - 1] != '/' && length + 1 < PATH_MAX)
    strcpy(search->path + length, "/");
  return add(search, search->path);
}

static int look(struct search *search, size_t length, const char *pattern);

/* A part without wildcards goes to the path as it is, without its backslashes. */
static int look_up(struct search *search, size_t length, const char *pattern, const char *end) {
  for (; pattern < end; pattern++) {
    if (*pattern == '\\' && !(search->flags & GLOB_NOESCAPE) && pattern + 1 < end) pattern++;
    if (length + 1 >= PATH_MAX) return 0;
    search->path[length++] = *pattern;
  }
  search->path[length] = 0;
  return look(search, length, end);
}

static int match_entries(struct search *search, size_t length, const char *part, const char *end, DIR *directory) {
  int flags = (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) | (search->flags & GLOB_PERIOD ? 0 : FNM_PERIOD), status = 0;
  struct dirent *entry;
  while (!status && (entry = readdir(directory))) {
    size_t size = strlen(entry->d_name);
    if (fnmatch(part, entry->d_name, flags) != 0 || length + size + 1 >= PATH_MAX) continue;
    if (*end && entry->d_type != DT_DIR && entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN) continue;
    memcpy(search->path + length, entry->d_name, size + 1);
    status = look(search, length + size, end);
  }
  return status;
}

static int match(struct search *search, size_t length, const char *pattern, const char *end) {
  char part[PATH_MAX];
  if (end - pattern >= PATH_MAX) return 0;
  memcpy(part, pattern, end - pattern);
  part[end - pattern] = 0;
  search->path[length] = 0;
  DIR *directory = opendir(length ? search->path : ".");
  if (!directory) {
    if (errno == ENOTDIR || errno == ENOENT) return 0;
    int stop = search->report && search->report(search->path, errno);
    return stop || search->flags & GLOB_ERR ? GLOB_ABORTED : 0;
  }
  int status = match_entries(search, length, part, end, directory);
  closedir(directory);
  return status;
}

/* The rest of the pattern, below the path of that length. */
static int look(struct search *search, size_t length, const char *pattern) {
  for (; *pattern == '/' && length + 1 < PATH_MAX; pattern++) search->path[length++] = '/';
  search->path[length] = 0;
  if (!*pattern) return length ? add_found(search, length) : 0;
  const char *end = strchrnul(pattern, '/');
  return is_pattern(pattern, end, search->flags) ? match(search, length, pattern, end)
                                                 : look_up(search, length, pattern, end);
}

static int by_name(const void *left, const void *right) { return strcoll(*(char *const *)left, *(char *const *)right); }

static int glob_one(struct search *search, const char *pattern) {
  glob_t *result = search->result;
  size_t before = result->gl_pathc;
  char *home = getenv("HOME"), expanded[PATH_MAX];
  if (search->flags & GLOB_TILDE && *pattern == '~' && (pattern[1] == '/' || !pattern[1]) && home &&
      strlen(home) + strlen(pattern) < PATH_MAX)
    pattern = strcat(strcpy(expanded, home), pattern + 1);
  int status = look(search, 0, pattern);
  if (status) return status;
  size_t found = result->gl_pathc - before;
  if (found > 1 && !(search->flags & GLOB_NOSORT))
    qsort(result->gl_pathv + offset_of(search) + before, found, sizeof(char *), by_name);
  if (found) return 0;
  int plain = !is_pattern(pattern, pattern + strlen(pattern), search->flags);
  return search->flags & GLOB_NOCHECK || (search->flags & GLOB_NOMAGIC && plain) ? add(search, pattern) : GLOB_NOMATCH;
}

/* The comma or brace that ends an alternative, behind its inner ones. */
static const char *alternative_end(const char *at) {
  for (int depth = 0; *at && (depth || (*at != ',' && *at != '}')); at++) depth += (*at == '{') - (*at == '}');
  return at;
}

static int glob_braces(struct search *search, const char *pattern) {
  const char *open = strchr(pattern, '{'), *close = open ? open + 1 : NULL;
  while (close && *(close = alternative_end(close)) == ',') close++;
  if (!open || !*close || close == open + 1) return glob_one(search, pattern);
  int status = GLOB_NOMATCH;
  for (const char *from = open + 1, *end; from <= close; from = end + 1) {
    char whole[PATH_MAX];
    end = alternative_end(from);
    if ((open - pattern) + (end - from) + strlen(close) >= PATH_MAX) return GLOB_NOSPACE;
    memcpy(whole, pattern, open - pattern);
    memcpy(whole + (open - pattern), from, end - from);
    strcpy(whole + (open - pattern) + (end - from), close + 1);
    int one = glob_braces(search, whole);
    if (one && one != GLOB_NOMATCH) return one;
    if (!one) status = 0;
  }
  return status;
}

int glob(const char *restrict pattern, int flags, report_t *report, glob_t *restrict result) {
  struct search *search = malloc(sizeof *search);
  if (!search) return GLOB_NOSPACE;
  *search = (struct search){result, flags, report};
  size_t offset = offset_of(search);
  if (!(flags & GLOB_APPEND)) {
    result->gl_pathc = 0;
    result->gl_pathv = calloc(offset + 1, sizeof(char *));
  }
  int status = !result->gl_pathv ? GLOB_NOSPACE : flags & GLOB_BRACE ? glob_braces(search, pattern) : glob_one(search, pattern);
  free(search);
  return status;
}

void globfree(glob_t *result) {
  if (!result->gl_pathv) return;
  char **at = result->gl_pathv; /* the places before gl_offs are null */
  for (size_t left = result->gl_pathc; left > 0; at++)
    if (*at) free(*at), left--;
  free(result->gl_pathv);
  *result = (glob_t){0, NULL, result->gl_offs};
}
