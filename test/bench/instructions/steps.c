/*
 * Counts instructions by single steps: steps MARK DYNAMIC TRACE COMMAND...
 *
 * Takes the address of a function of one floating argument in the command's program (DYNAMIC: 1 if it counts from where the
 * program is loaded). A call of it with a number >= 0 opens a window, in which each instruction is a step; the next call closes it.
 * In between the program runs at its own speed. Two words of its memory, behind the words MAGIC, are watched: bytes that it stores
 * there tell where in a window an operation begins, is posted, ends. TRACE gets, in order, the address of each instruction of an
 * operation, and marks: 1 a window, and its number, 2 post, 3 end of the operation, 4 a window that is too long to be looked at, 5 begin.
 *
 * One idea: the processor itself is counted, and only there is it slow. (ptrace(2); x86-64.)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WINDOW = 1, POSTED, ENDED, TOO_LONG, BEGUN };
enum { MOST_STEPS = 100000 };
static const uint32_t MAGIC[4] = {0x9d2c5680, 0xefc60000, 0x1f123bb5, 0x5bd1e995};

static pid_t child;
static uint64_t mark;
static uint64_t watched;
static FILE *trace;

static void fail(const char *what) {
  fprintf(stderr, "steps: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void write_trace(uint64_t word) { fwrite(&word, sizeof word, 1, trace); }

static long peek(uint64_t address) { return ptrace(PTRACE_PEEKDATA, child, address, 0); }

/* Puts a breakpoint at the mark, or takes it away; the byte that was there is kept. */
static void set_breakpoint(int is_set) {
  static unsigned char kept;
  uint64_t word = peek(mark);
  if (is_set) kept = word & 0xff;
  word = (word & ~0xffull) | (is_set ? 0xcc : kept);
  if (ptrace(PTRACE_POKETEXT, child, mark, word)) fail("breakpoint");
}

/* Runs on until the program stops for this tool; ends with it. Other signals are the program's. */
static void go(int how) {
  for (int signal = 0;;) {
    int status;
    if (ptrace(how, child, 0, signal)) fail("ptrace");
    if (waitpid(child, &status, 0) != child) fail("waitpid");
    if (WIFEXITED(status)) fclose(trace), exit(WEXITSTATUS(status));
    if (WIFSIGNALED(status)) fclose(trace), exit(128 + WTERMSIG(status));
    signal = WSTOPSIG(status);
    if (signal == SIGTRAP) return;
  }
}

static uint64_t place(void) { return ptrace(PTRACE_PEEKUSER, child, offsetof(struct user_regs_struct, rip), 0); }

static double argument(void) {
  struct user_fpregs_struct registers;
  double value;
  if (ptrace(PTRACE_GETFPREGS, child, 0, &registers)) fail("registers");
  memcpy(&value, registers.xmm_space, sizeof value);
  return value;
}

/* Address of the watched word: behind MAGIC, which is at a multiple of 16 somewhere in writable memory. */
static uint64_t find_watched(void) {
  char line[512], name[64];
  sprintf(name, "/proc/%d/maps", child);
  FILE *maps = fopen(name, "r");
  sprintf(name, "/proc/%d/mem", child);
  int memory = open(name, O_RDONLY);
  if (!maps || memory < 0) fail(name);
  static uint32_t words[1 << 18];
  while (fgets(line, sizeof line, maps)) {
    uint64_t start, end;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) != 3 || rights[0] != 'r' || rights[1] != 'w') continue;
    for (uint64_t at = start; at < end; at += sizeof words) {
      ssize_t got = pread(memory, words, end - at < sizeof words ? end - at : sizeof words, at);
      for (ssize_t i = 0; i + 4 <= got / 4; i += 4)
        if (!memcmp(words + i, MAGIC, sizeof MAGIC)) return fclose(maps), close(memory), at + 4 * i + sizeof MAGIC;
    }
  }
  fprintf(stderr, "steps: the words that are to be watched are not there\n");
  exit(1);
}

/* What the program has stored in the watched word since it was last looked at: byte 0 begin, 1 post, 2 end. */
static unsigned stored(void) {
  uint64_t word = peek(watched);
  unsigned bytes = word & 0xffffff;
  if (bytes && ptrace(PTRACE_POKEDATA, child, watched, word & ~0xffffffull)) fail("watched word");
  return bytes;
}

static void window(int number) {
  if (!watched) watched = find_watched();
  stored();
  write_trace(WINDOW);
  write_trace(number);
  int inside = 0;
  for (long steps = 0; steps < MOST_STEPS; steps++) {
    uint64_t at = place(), before = at;
    go(PTRACE_SINGLESTEP);
    if (inside && place() != before) write_trace(at); /* one that repeats itself counts once */
    unsigned bytes = stored();
    if (bytes & 0xff) inside = 1, write_trace(BEGUN);
    if (bytes & 0xff00) write_trace(POSTED);
    if (bytes & 0xff0000) inside = 0, write_trace(ENDED);
    if (place() == mark) return;
  }
  write_trace(TOO_LONG);
}

static uint64_t base_of_program(void) {
  char name[64], line[512];
  uint64_t base = 0;
  sprintf(name, "/proc/%d/maps", child);
  FILE *maps = fopen(name, "r");
  if (!maps || !fgets(line, sizeof line, maps) || sscanf(line, "%lx", &base) != 1) fail(name);
  fclose(maps);
  return base;
}

int main(int count, char **words) {
  if (count < 5) return fprintf(stderr, "steps MARK DYNAMIC TRACE COMMAND...\n"), 2;
  trace = fopen(words[3], "w");
  if (!trace) fail(words[3]);
  child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execvp(words[4], words + 4);
    fail(words[4]);
  }
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return fprintf(stderr, "steps: %s does not start\n", words[4]), 1;
  ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL);
  mark = strtoull(words[1], 0, 16) + (atoi(words[2]) ? base_of_program() : 0);
  for (;;) {
    set_breakpoint(1);
    go(PTRACE_CONT);
    ptrace(PTRACE_POKEUSER, child, offsetof(struct user_regs_struct, rip), mark);
    set_breakpoint(0);
    double number = argument();
    if (number >= 0) window(number);
    if (place() == mark) go(PTRACE_SINGLESTEP); /* past the mark */
  }
}
