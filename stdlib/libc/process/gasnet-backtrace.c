/*
 * gasnet_tools.h: backtraces by a function of the program. The program may define the variables that have no initializer here.
 */
#include <gasnet_tools.h>

gasnett_backtrace_type_t gasnett_backtrace_user;

void gasnett_backtrace_init(const char *program) { (void)program; }

int gasnett_print_backtrace(int descriptor) {
  return gasnett_backtrace_user.fnp ? gasnett_backtrace_user.fnp(descriptor) : 1;
}

/* As GASNET_BACKTRACE says. */
int gasnett_print_backtrace_ifenabled(int descriptor) {
  return gasnett_getenv_yesno_withdefault("GASNET_BACKTRACE", 0) ? gasnett_print_backtrace(descriptor) : 1;
}
