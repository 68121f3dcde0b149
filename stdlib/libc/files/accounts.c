/* <pwd.h>, <grp.h>: users and groups, from /etc/passwd and /etc/group. (POSIX) */
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 1024
#define MEMBERS 128

/* A file of records, read line by line; one record is kept. */
struct source {
  const char *path;
  FILE *file;
  char line[LINE];
};

static struct source users = {"/etc/passwd"}, groups = {"/etc/group"};

/* The next line, cut into `count` fields. */
static int next(struct source *source, char **fields, int count) {
  if (!source->file && !(source->file = fopen(source->path, "r"))) return 0;
  while (fgets(source->line, LINE, source->file)) {
    char *rest = source->line;
    int field = 0;
    source->line[strcspn(source->line, "\n")] = 0;
    while (field < count && rest) fields[field++] = strsep(&rest, ":");
    if (field == count) return 1;
  }
  return 0;
}

static void rewind_source(struct source *source) {
  if (source->file) fclose(source->file);
  source->file = NULL;
}

struct passwd *getpwent(void) {
  static struct passwd user;
  char *fields[7];
  if (!next(&users, fields, 7)) return NULL;
  user = (struct passwd){fields[0], fields[1], strtoul(fields[2], NULL, 10), strtoul(fields[3], NULL, 10),
                         fields[4], fields[5], fields[6]};
  return &user;
}

struct group *getgrent(void) {
  static struct group group;
  static char *members[MEMBERS];
  char *fields[4], *rest, *member;
  if (!next(&groups, fields, 4)) return NULL;
  int count = 0;
  for (rest = fields[3]; count < MEMBERS - 1 && (member = strsep(&rest, ","));)
    if (*member) members[count++] = member;
  members[count] = NULL;
  group = (struct group){fields[0], fields[1], strtoul(fields[2], NULL, 10), members};
  return &group;
}

void setpwent(void) { rewind_source(&users); }
void endpwent(void) { rewind_source(&users); }
void setgrent(void) { rewind_source(&groups); }
void endgrent(void) { rewind_source(&groups); }

#define FIND(type, source, entry, condition) \
  type *found; \
  rewind_source(&source); \
  while ((found = entry()) && !(condition)); \
  rewind_source(&source); \
  return found;

struct passwd *getpwnam(const char *name) { FIND(struct passwd, users, getpwent, strcmp(found->pw_name, name) == 0) }
struct passwd *getpwuid(uid_t user) { FIND(struct passwd, users, getpwent, found->pw_uid == user) }
struct group *getgrnam(const char *name) { FIND(struct group, groups, getgrent, strcmp(found->gr_name, name) == 0) }
struct group *getgrgid(gid_t group) { FIND(struct group, groups, getgrent, found->gr_gid == group) }
