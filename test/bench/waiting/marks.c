/*
 * The main function of a measured program, whose own is called program_main: tells the processor time that this process had taken when main
 * began, which is behind the first barrier, and when this thread ended. With -Dgasnet_exit=program_exit it is asked at GASNet's exit, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if GASNET
#include <gasnet.h>
#endif

#if PLAIN
int program_main(void);
#else
int program_main(int argc, char **argv);
#endif

static double began;

static double processor(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void tell(void) { fprintf(stderr, "marks %d %.6f %.6f\n", (int)getpid(), began, processor()); }

#if GASNET
void program_exit(int status) {
  tell();
  gasnet_exit(status);
}
#endif

int main(int argc, char **argv) {
  began = processor();
  atexit(tell);
#if PLAIN
  return program_main();
#else
  return program_main(argc, argv);
#endif
}
