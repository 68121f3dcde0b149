/* <dlfcn.h>: there are no shared objects to load. (POSIX) */
#include <dlfcn.h>
#include <stdio.h>

static char text[160];
static int failed;

static void *fail(const char *name) {
  snprintf(text, sizeof text, "%s: shared objects cannot be loaded by a program of pgasc", name ? name : "program");
  failed = 1;
  return NULL;
}

void *dlopen(const char *name, int mode) { return fail(name); }
void *dlsym(void *restrict handle, const char *restrict name) { return fail(name); }

int dlclose(void *handle) {
  fail("dlclose");
  return -1;
}

char *dlerror(void) {
  char *message = failed ? text : NULL;
  failed = 0;
  return message;
}
