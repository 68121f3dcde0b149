/* <err.h> and <error.h>: messages that begin with the program's name. (BSD, GNU) */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__pgasc_program_name(void);

static void say(const char *reason, const char *format, va_list values) {
  fprintf(stderr, "%s: ", __pgasc_program_name());
  if (format) vfprintf(stderr, format, values);
  fprintf(stderr, "%s%s\n", format && reason ? ": " : "", reason ? reason : "");
}

void vwarn(const char *format, va_list values) { say(strerror(errno), format, values); }
void vwarnx(const char *format, va_list values) { say(NULL, format, values); }

void verr(int status, const char *format, va_list values) {
  vwarn(format, values);
  exit(status);
}

void verrx(int status, const char *format, va_list values) {
  vwarnx(format, values);
  exit(status);
}

#define WITH_VALUES(call) \
  va_list values; \
  va_start(values, format); \
  call; \
  va_end(values);

void warn(const char *format, ...) { WITH_VALUES(vwarn(format, values)) }
void warnx(const char *format, ...) { WITH_VALUES(vwarnx(format, values)) }

void err(int status, const char *format, ...) {
  WITH_VALUES(vwarn(format, values))
  exit(status);
}

void errx(int status, const char *format, ...) {
  WITH_VALUES(vwarnx(format, values))
  exit(status);
}

unsigned int error_message_count;

void error(int status, int number, const char *format, ...) {
  fflush(stdout);
  WITH_VALUES(say(number ? strerror(number) : NULL, format, values))
  error_message_count++;
  if (status) exit(status);
}
