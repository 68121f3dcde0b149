/*
 * gasnet_tools.h: functions that are no macros. Numbers of the environment are GASNet's: "1.5M", "64K", "0x40".
 */
#include <gasnet_tools.h>
#include <ctype.h>
#include <stdarg.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char UNITS[] = "BKMGT";

int64_t gasnett_gettimeofday_us(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (int64_t)now.tv_sec * 1000000 + now.tv_usec;
}

int gasnett_nsleep(uint64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return nanosleep(&time, NULL);
}

void gasnett_sched_yield(void) { gasnett_nsleep(1000); }

void gasnett_mutex_init(gasnett_mutex_t *mutex) { mutex->gasnett__held = 0; }

void gasnett_mutex_destroy(gasnett_mutex_t *mutex) {
  if (mutex->gasnett__held) gasnett_fatalerror("gasnett_mutex_destroy(%p): the mutex is locked", (void *)mutex);
}

void gasnett_mutex_lock(gasnett_mutex_t *mutex) {
  if (gasnett_mutex_trylock(mutex))
    gasnett_fatalerror("gasnett_mutex_lock(%p): this node's only thread has locked it already", (void *)mutex);
}

int gasnett_mutex_trylock(gasnett_mutex_t *mutex) {
  if (mutex->gasnett__held) return 1;
  mutex->gasnett__held = 1;
  return 0;
}

void gasnett_mutex_unlock(gasnett_mutex_t *mutex) {
  if (!mutex->gasnett__held) gasnett_fatalerror("gasnett_mutex_unlock(%p): the mutex is not locked", (void *)mutex);
  mutex->gasnett__held = 0;
}

/* What a letter behind a number multiplies it by; 0 if it says nothing of the kind. */
static uint64_t multiple(int letter) {
  const char *unit = letter ? strchr(UNITS, toupper(letter)) : NULL;
  return unit ? (uint64_t)1 << (10 * (unit - UNITS)) : 0;
}

int64_t gasnett_parse_int(const char *text, uint64_t unit) {
  char *end;
  int64_t whole = strtoll(text, &end, 0);
  double fraction = *end == '.' ? strtod(end, &end) : 0;
  while (isspace((unsigned char)*end)) end++;
  uint64_t by = multiple((unsigned char)*end);
  if (!by) by = unit ? unit : 1;
  return whole * (int64_t)by + (int64_t)((*text == '-' ? -fraction : fraction) * by);
}

char *gasnett_format_number(int64_t value, char *text, size_t size, int is_memory) {
  const char *sign = value < 0 ? "-" : "";
  uint64_t number = value < 0 ? -(uint64_t)value : (uint64_t)value;
  const char *unit = UNITS;
  if (is_memory) {
    while (unit[1] && number >= 1024 && number % 1024 == 0) {
      number /= 1024;
      unit++;
    }
    snprintf(text, size, unit == UNITS ? "%s%" PRIu64 " B" : "%s%" PRIu64 " %cB", sign, number, *unit);
  } else snprintf(text, size, "%s%" PRIu64, sign, number);
  return text;
}

char *gasnett_getenv(const char *name) { return getenv(name); }

char *gasnett_getenv_withdefault(const char *name, const char *otherwise) {
  char *value = getenv(name);
  return value ? value : (char *)otherwise;
}

int gasnett_getenv_yesno_withdefault(const char *name, int otherwise) {
  const char *value = getenv(name);
  if (!value || !*value) return otherwise;
  if (toupper((unsigned char)*value) == 'Y' || *value == '1') return 1;
  if (toupper((unsigned char)*value) == 'N' || *value == '0') return 0;
  gasnett_fatalerror("the environment's %s is '%s': say 'yes' or 'no'", name, value);
}

int64_t gasnett_getenv_int_withdefault(const char *name, int64_t otherwise, uint64_t unit) {
  const char *value = getenv(name);
  return value && *value ? gasnett_parse_int(value, unit) : otherwise;
}

/* Also of the form "3/4". */
double gasnett_getenv_dbl_withdefault(const char *name, double otherwise) {
  const char *value = getenv(name);
  if (!value || !*value) return otherwise;
  char *end;
  double number = strtod(value, &end);
  return *end == '/' ? number / strtod(end + 1, NULL) : number;
}

void gasnett_setenv(const char *name, const char *value) {
  if (setenv(name, value, 1)) gasnett_fatalerror("gasnett_setenv(\"%s\", \"%s\") failed", name, value);
}

void gasnett_unsetenv(const char *name) { unsetenv(name); }

int gasnett_verboseenv(void) { return gasnett_getenv_yesno_withdefault("GASNET_VERBOSEENV", 0); }

void gasnett_fatalerror(const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  fprintf(stderr, "*** FATAL ERROR: ");
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
  abort();
}

void gasnett_killmyprocess(int status) { _exit(status); }

void gasnett_flush_streams(void) { fflush(NULL); }

int gasnett_cpu_count(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

uint64_t gasnett_getPhysMemSz(int or_die) {
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  if (pages > 0 && bytes > 0) return (uint64_t)pages * bytes;
  if (or_die) gasnett_fatalerror("gasnett_getPhysMemSz: the system does not say how much memory there is");
  return 0;
}

const char *gasnett_gethostname(void) {
  static char name[256];
  if (!*name && gethostname(name, sizeof name - 1)) strcpy(name, "unknown");
  return name;
}

gasnett_sighandlerfn_t gasnett_reghandler(int number, gasnett_sighandlerfn_t handler) {
  gasnett_sighandlerfn_t before = signal(number, handler);
  if (before == SIG_ERR) gasnett_fatalerror("gasnett_reghandler: there is no signal %d to handle", number);
  return before;
}

/* Fowler, Noll and Vo's hash, 64 bits. */
uint64_t gasnett_checksum(const void *bytes, int size) {
  const unsigned char *at = bytes;
  uint64_t sum = 0xcbf29ce484222325u;
  for (int i = 0; i < size; i++) sum = (sum ^ at[i]) * 0x100000001b3u;
  return sum;
}

size_t gasnett_count0s(const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  size_t zeros = 0;
  for (size_t i = 0; i < size; i++) zeros += at[i] == 0;
  return zeros;
}

size_t gasnett_count0s_copy(void *restrict to, const void *restrict from, size_t size) {
  memcpy(to, from, size);
  return gasnett_count0s(to, size);
}

int gasnett_count0s_uint32_t(uint32_t number) { return gasnett_count0s(&number, sizeof number); }
int gasnett_count0s_uint64_t(uint64_t number) { return gasnett_count0s(&number, sizeof number); }
