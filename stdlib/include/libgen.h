/* Parts of a path; both may write into their argument. (POSIX) */
#ifndef _LIBGEN_H
#define _LIBGEN_H

char *dirname(char *);
char *__xpg_basename(char *);
#define basename __xpg_basename

#endif
