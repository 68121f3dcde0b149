/* Messages with the program's name and errno's text, on standard error. (BSD) */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

void warn(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
void vwarn(const char *, va_list);
void warnx(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
void vwarnx(const char *, va_list);
void err(int, const char *, ...) __attribute__((__noreturn__, __format__(__printf__, 2, 3)));
void verr(int, const char *, va_list) __attribute__((__noreturn__));
void errx(int, const char *, ...) __attribute__((__noreturn__, __format__(__printf__, 2, 3)));
void verrx(int, const char *, va_list) __attribute__((__noreturn__));

#endif
