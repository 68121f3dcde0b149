/* What GNU's attributes let the linker do: functions around main, weak names, other names. The output is that of gcc. */
#include <stdio.h>
#include <stdlib.h>
int order;
__attribute__((constructor)) static void c1(void){ printf("c1 %d\n", order++); }
static void __attribute__((constructor(200))) c200(int argc, char **argv, char **envp){ printf("c200 %d argc %d %d\n", order++, argc, envp != 0); }
static void c150(void) __attribute__((constructor(150)));
static void c150(void){ printf("c150 %d\n", order++); }
static void onexit(void){ puts("atexit from constructor"); }
__attribute__((constructor)) static void c2(void){ printf("c2 %d\n", order++); atexit(onexit);}
__attribute__((destructor)) static void d1(void){ puts("d1"); }
__attribute__((destructor(150))) static void d150(void){ puts("d150"); }
__attribute__((destructor(200))) static void d200(void){ puts("d200"); }
__attribute__((destructor)) static void d2(void){ puts("d2"); }
static void onexit2(void){ puts("atexit from main"); }
extern int missing(int) __attribute__((weak));
extern int missing_object __attribute__((weak));
int weak_value(void) __attribute__((weak));
int weak_value(void){ return 1; }
__attribute__((weak)) int weak_object = 5;
int only_weak(void) __attribute__((weak));
int only_weak(void) { return 77; }
static int target(int x){ return x + 1; }
int other(int) __attribute__((alias("target")));
int weak_other(int) __attribute__((weak, alias("target")));
static int ref(const char *) __attribute__((weakref("atoi")));
static int ref0(const char *) __attribute__((weakref("no_such_function")));
int (*table[])(int) = { missing, target };
int main(int argc, char **argv, char **envp){
  atexit(onexit2);
  if (missing) puts("wrong"); else puts("missing is null");
  printf("%d %d\n", &missing_object == 0, table[0] == 0);
  printf("%d %d %d\n", weak_value(), weak_object, only_weak());
  printf("%d %d\n", other(4), weak_other(5));
  printf("%d %d\n", ref("12"), ref0 == 0);
  return envp && envp[0] ? 0 : 1;
}
