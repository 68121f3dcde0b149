/* POSIX: descriptors, places, links, directories, streams over memory and commands, mappings; as Linux has it. */
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <libgen.h>
#include <poll.h>
#include <pwd.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

static char room[256];
static const char *content(const char *path) {
  memset(room, 0, sizeof room);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  fread(room, 1, sizeof room - 1, file);
  fclose(file);
  return room;
}
#define FAILS(call, number) CHECK((errno = 0, (call) == -1) && errno == (number))
#define SAME(a, b) CHECK(strcmp((a), (b)) == 0)

static void descriptors(void) {
  int file = open("places", O_RDWR | O_CREAT | O_TRUNC, 0644), copy, flags;
  char bytes[8] = {0};
  struct iovec parts[2] = {{"ab", 2}, {"cdef", 4}};
  CHECK(file > 2);
  CHECK(writev(file, parts, 2) == 6);
  CHECK((copy = dup(file)) > 2 && copy != file);
  CHECK(lseek(copy, 0, SEEK_CUR) == 6); /* one place for both */
  CHECK(pwrite(copy, "XY", 2, 1) == 2 && lseek(file, 0, SEEK_CUR) == 6);
  CHECK(pread(file, bytes, 8, 0) == 6);
  SAME(bytes, "aXYdef");
  CHECK(close(file) == 0);
  FAILS(read(file, bytes, 1), EBADF);
  CHECK(lseek(copy, 2, SEEK_SET) == 2 && read(copy, bytes, 1) == 1 && bytes[0] == 'Y');
  CHECK((flags = fcntl(copy, F_GETFL)) >= 0 && (flags & O_ACCMODE) == O_RDWR && !(flags & O_APPEND));
  CHECK(fcntl(copy, F_SETFL, flags | O_APPEND) == 0 && write(copy, "!", 1) == 1);
  SAME(content("places"), "aXYdef!");
  CHECK(fcntl(copy, F_SETFD, FD_CLOEXEC) == 0 && fcntl(copy, F_GETFD) == FD_CLOEXEC);
  CHECK((file = fcntl(copy, F_DUPFD, 100)) >= 100 && close(file) == 0);
  CHECK(dup2(copy, 77) == 77 && write(77, "?", 1) == 1 && close(77) == 0);
  struct flock lock = {F_WRLCK, SEEK_SET, 0, 1};
  CHECK(fcntl(copy, F_SETLK, &lock) == 0 && fcntl(copy, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK);
  CHECK(ftruncate(copy, 3) == 0 && fsync(copy) == 0 && fchmod(copy, 0600) == 0);
  struct stat status;
  CHECK(fstat(copy, &status) == 0 && status.st_size == 3 && (status.st_mode & 0777) == 0600);
  CHECK(fchown(copy, getuid(), getgid()) == 0);
  CHECK(ioctl(copy, FIONREAD, &flags) == 0);
  FAILS(ioctl(copy, TIOCGWINSZ, room), ENOTTY);
  FAILS(lseek(copy, -1, SEEK_SET), EINVAL);
  FAILS(fcntl(copy, 12345), EINVAL);
  CHECK(close(copy) == 0);
  FAILS(close(copy), EBADF);
  FAILS(dup2(copy, 9), EBADF);
}

/* A stream and the descriptor below it, and standard output that goes elsewhere and comes back. */
static void streams(void) {
  int file = open("both", O_RDWR | O_CREAT | O_TRUNC, 0644), saved;
  CHECK(write(file, "head ", 5) == 5);
  FILE *stream = fdopen(file, "r+");
  fputs("tail", stream);
  CHECK(fflush(stream) == 0 && lseek(fileno(stream), 0, SEEK_CUR) == 9);
  CHECK(fclose(stream) == 0);
  SAME(content("both"), "head tail");
  fflush(stdout);
  saved = dup(1);
  file = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  CHECK(dup2(file, 1) == 1 && close(file) == 0);
  printf("printed ");
  fflush(stdout);
  CHECK(write(1, "written ", 8) == 8);
  CHECK(system("echo commanded; exit 3") >> 8 == 3);
  CHECK(dup2(saved, 1) == 1 && close(saved) == 0);
  SAME(content("out"), "printed written commanded\n");

  char *text = NULL, block[16];
  size_t size = 0;
  stream = open_memstream(&text, &size);
  fprintf(stream, "%d %s", 42, "and more");
  CHECK(fflush(stream) == 0 && size == 11);
  SAME(text, "42 and more");
  for (int i = 0; i < 1000; i++) fputs(" grows", stream);
  CHECK(fclose(stream) == 0 && size == 6011 && strlen(text) == size);
  free(text);
  stream = fmemopen("one two", 7, "r");
  CHECK(fscanf(stream, "%15s", block) == 1 && fgetc(stream) == ' ' && fseek(stream, -1, SEEK_END) == 0);
  CHECK(fgetc(stream) == 'o' && fgetc(stream) == EOF && fclose(stream) == 0);
  stream = fmemopen(block, sizeof block, "w");
  fputs("short", stream);
  CHECK(fclose(stream) == 0);
  SAME(block, "short");
  stream = fmemopen(block, sizeof block, "w");
  setbuf(stream, NULL);
  CHECK(fseek(stream, 100, SEEK_SET) != 0 || (fputs("beyond", stream) == EOF && errno == ENOSPC));
  fclose(stream);
}

static void commands(void) {
  char line[32];
  FILE *command = popen("echo from; echo shell; exit 5", "r");
  CHECK(fgets(line, sizeof line, command) != NULL);
  SAME(line, "from\n");
  CHECK(fgets(line, sizeof line, command) != NULL && fgets(line, sizeof line, command) == NULL);
  int status = pclose(command);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  command = popen("cat >gathered; kill -9 $$", "w");
  fputs("some input", command);
  status = pclose(command);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == 9);
  SAME(content("gathered"), "some input");
  CHECK(popen("true", "x") == NULL && errno == EINVAL);
  CHECK(system(NULL) == 1 && system("exit 7") == 7 << 8);
  FAILS(wait(NULL), ECHILD);
}

static void pipes(void) {
  int ends[2];
  char bytes[8];
  CHECK(pipe(ends) == 0);
  struct pollfd polled = {ends[0], POLLIN};
  CHECK(poll(&polled, 1, 0) == 0 && write(ends[1], "wake", 4) == 4 && poll(&polled, 1, -1) == 1);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  CHECK(select(ends[0] + 1, &set, NULL, NULL, NULL) == 1 && FD_ISSET(ends[0], &set));
  CHECK(read(ends[0], bytes, 8) == 4 && memcmp(bytes, "wake", 4) == 0);
  FAILS(lseek(ends[0], 0, SEEK_SET), ESPIPE);
  CHECK(close(ends[1]) == 0 && read(ends[0], bytes, 8) == 0 && close(ends[0]) == 0);
  polled.fd = 9999;
  CHECK(poll(&polled, 1, 0) == 1 && polled.revents == POLLNVAL);
}

static void mappings(void) {
  int file = open("mapped", O_RDWR | O_CREAT | O_TRUNC, 0644);
  CHECK(write(file, "0123456789", 10) == 10);
  char *all = mmap(NULL, 10, PROT_READ, MAP_PRIVATE, file, 0);
  char *common = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), byte, bytes[4];
  CHECK(all != MAP_FAILED && common != MAP_FAILED && ((unsigned long)all & 4095) == 0);
  CHECK(memcmp(all, "0123456789", 10) == 0 && all[10] == 0);
  CHECK(pwrite(file, "X", 1, 3) == 1 && common[3] == 'X');
  common[4] = 'Y';
  CHECK(pread(file, &byte, 1, 4) == 1 && byte == 'Y' && msync(common, 10, MS_SYNC) == 0);
  common[5] = 'Z';
  CHECK(close(file) == 0 && munmap(common, 10) == 0 && munmap(all, 10) == 0);
  SAME(content("mapped"), "012XYZ6789");

  file = open("mapped", O_RDWR | O_TRUNC);
  CHECK(ftruncate(file, 3 * 4096) == 0);
  common = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  common[0] = '0', common[4096] = '1', common[8192] = '2';
  CHECK(mmap(common + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == common + 4096);
  CHECK(munmap(common, 4096) == 0 && common[4096] == 0);
  common[4096] = 'a', common[8192] = 'b';
  CHECK(pwrite(file, "XYZ", 3, 4097) == 3 && common[4097] == 0 && munmap(common + 8192, 4096) == 0 && common[4096] == 'a');
  CHECK(pread(file, bytes, 4, 4096) == 4 && memcmp(bytes, "1XYZ", 4) == 0 && pread(file, &byte, 1, 8192) == 1 && byte == 'b');
  CHECK(munmap(common + 4096, 4096) == 0 && close(file) == 0);
  char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < 3 * 4096; i += 100) CHECK(pages[i] == 0);
  CHECK(munmap(pages, 4096) == 0 && (pages[4096] = 1) && mprotect(pages + 4096, 4096, PROT_READ) == 0);
  pages = mremap(pages + 4096, 2 * 4096, 1 << 20, MREMAP_MAYMOVE);
  CHECK(pages == MAP_FAILED || (pages[0] == 1 && pages[(1 << 20) - 1] == 0));
  CHECK(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  CHECK(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 9999, 0) == MAP_FAILED && errno == EBADF);
}

static int visited, leaves;
static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
  visited++;
  leaves += kind == FTW_F && place->level == 2 && strcmp(path + place->base, "b.c") == 0;
  return 0;
}

static void directories(void) {
  CHECK(mkdir("tree", 0755) == 0 && mkdir("tree/sub", 0755) == 0);
  for (const char *const *name = (const char *const[]){"tree/a.c", "tree/.hidden", "tree/sub/b.c", NULL}; *name; name++)
    CHECK(close(creat(*name, 0644)) == 0);
  DIR *directory = opendir("tree");
  struct dirent *entry, **list;
  int entries = 0, kinds = 0;
  while ((entry = readdir(directory))) entries++, kinds += entry->d_type == DT_DIR;
  CHECK(entries == 5 && kinds == 3);
  rewinddir(directory);
  CHECK(readdir(directory) != NULL && fchdir(dirfd(directory)) == 0 && access("a.c", R_OK) == 0 && closedir(directory) == 0);
  CHECK(chdir("..") == 0 && chdir("tree") == 0 && getcwd(room, sizeof room) && strcmp(basename(room), "tree") == 0);
  SAME(content("sub/b.c"), "");
  CHECK(system("test -f a.c") == 0 && chdir("..") == 0);
  FAILS(chdir("tree/a.c"), ENOTDIR);
  CHECK(scandir("tree", &list, NULL, alphasort) == 5);
  SAME(list[2]->d_name, ".hidden");
  CHECK(nftw("tree", visit, 8, FTW_PHYS | FTW_DEPTH) == 0 && visited == 5 && leaves == 1);
  int at = open("tree", O_RDONLY | O_DIRECTORY), file;
  CHECK((file = openat(at, "sub/b.c", O_RDONLY)) > 0 && close(file) == 0 && unlinkat(at, "a.c", 0) == 0 && close(at) == 0);
  FAILS(access("tree/a.c", F_OK), ENOENT);
  CHECK(opendir("none") == NULL && errno == ENOENT);

  glob_t names;
  CHECK(glob("tree/*/[a-c].?", GLOB_MARK, NULL, &names) == 0 && names.gl_pathc == 1);
  SAME(names.gl_pathv[0], "tree/sub/b.c");
  CHECK(glob("tree/{sub,.h*}", GLOB_BRACE | GLOB_APPEND, NULL, &names) == 0 && names.gl_pathc == 3);
  SAME(names.gl_pathv[2], "tree/.hidden");
  globfree(&names);
  CHECK(glob("no*such", 0, NULL, &names) == GLOB_NOMATCH);
  globfree(&names);
}

static void names(void) {
  char path[] = "/usr/lib/", plain[] = "file", root[] = "//";
  SAME(basename(path), "lib");
  SAME(dirname(path), "/usr");
  SAME(dirname(plain), ".");
  SAME(basename(root), "/");
  struct stat status;
  struct utimbuf times = {1000, 2000};
  CHECK(link("both", "hard") == 0 && symlink("both", "soft") == 0 && readlink("soft", room, sizeof room) == 4);
  CHECK(utime("both", &times) == 0 && stat("soft", &status) == 0 && status.st_mtime == 2000 && status.st_nlink == 2);
  struct timespec fine[2] = {{0, UTIME_OMIT}, {3000, 500000000}};
  CHECK(utimensat(AT_FDCWD, "both", fine, 0) == 0 && stat("both", &status) == 0 && status.st_atime == 1000);
  CHECK(status.st_mtim.tv_sec == 3000 && status.st_mtim.tv_nsec == 500000000);
  CHECK(lstat("soft", &status) == 0 && S_ISLNK(status.st_mode) && truncate("soft", 2) == 0);
  SAME(content("hard"), "he");
  char template[] = "tempXXXXXX.txt";
  int file = mkstemps(template, 4);
  CHECK(file > 0 && strcmp(template + 10, ".txt") == 0 && unlink(template) == 0 && close(file) == 0);
  struct utsname system;
  struct statvfs space;
  CHECK(uname(&system) == 0 && system.sysname[0] && statvfs(".", &space) == 0 && space.f_bsize > 0);
  struct passwd *user = getpwuid(0);
  CHECK(user && strcmp(user->pw_name, "root") == 0 && strcmp(user->pw_dir, "/root") == 0);
  CHECK(getgrgid(0) && getpwnam("no such user") == NULL);
  CHECK(pathconf(".", _PC_NAME_MAX) == 255 && sysconf(_SC_PAGESIZE) == getpagesize());
  CHECK(htobe32(0x01020304) == 0x04030201 && le16toh(7) == 7 && be64toh(1) == 1ul << 56);
}

static int compare(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }
static int sum, previous, sorted = 1;
static void add(const void *node, VISIT order, int depth) {
  if (order != postorder && order != leaf) return;
  int key = **(int *const *)node;
  sum += key, sorted &= key > previous, previous = key;
}

static void searching(void) {
  static int keys[500];
  void *root = NULL;
  int found = 0;
  for (int i = 0; i < 500; i++) keys[i] = i * 263 % 500 + 1, found += **(int **)tsearch(&keys[i], &root, compare) == keys[i];
  CHECK(found == 500);
  for (int i = 0; i < 500; i += 2) CHECK(tdelete(&keys[i], &root, compare) != NULL);
  CHECK(tfind(&keys[0], &root, compare) == NULL && tfind(&keys[1], &root, compare) != NULL);
  twalk(root, add);
  int expected = 0;
  for (int i = 1; i < 500; i += 2) expected += keys[i];
  CHECK(sorted && sum == expected);
  CHECK(hcreate(100));
  static char names[100][8];
  for (int i = 0; i < 100; i++) {
    sprintf(names[i], "n%d", i);
    CHECK(hsearch((ENTRY){names[i], names + i}, ENTER) != NULL);
  }
  CHECK(hsearch((ENTRY){"n42"}, FIND)->data == names + 42 && hsearch((ENTRY){"none"}, FIND) == NULL);
  hdestroy();
  size_t count = 3;
  int list[4] = {5, 6, 7}, key = 9;
  CHECK(lfind(&list[1], list, &count, sizeof *list, compare) == &list[1]);
  CHECK(lsearch(&key, list, &count, sizeof *list, compare) == &list[3] && count == 4);
}

static void patterns(void) {
  CHECK(fnmatch("*.c", "main.c", 0) == 0 && fnmatch("*.c", ".c", FNM_PERIOD) == FNM_NOMATCH);
  CHECK(fnmatch("a*b*c", "aXbYbZc", 0) == 0 && fnmatch("*/b", "a/x/b", FNM_PATHNAME) == FNM_NOMATCH);
  CHECK(fnmatch("[!a-c]?[[:digit:]]", "dX7", 0) == 0 && fnmatch("[a-c]", "B", FNM_CASEFOLD) == 0);
  CHECK(fnmatch("\\*", "*", 0) == 0 && fnmatch("\\*", "\\x", FNM_NOESCAPE) == 0 && fnmatch("[", "[", 0) == 0);
}

static int seen, how;
static void handle(int number, siginfo_t *information, void *context) { seen = number, how = information->si_signo; }
static void signals(void) {
  struct sigaction action = {0};
  sigset_t set;
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0 && sigemptyset(&set) == 0 && sigaddset(&set, SIGUSR1) == 0);
  CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0 && raise(SIGUSR1) == 0 && seen == 0);
  CHECK(sigpending(&set) == 0 && sigismember(&set, SIGUSR1) == 1);
  CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0 && seen == SIGUSR1 && how == SIGUSR1);
}

static int rings;
static void ring(int number) { rings++; }

static void timers(void) {
  struct sigaction action = {.sa_handler = ring};
  struct itimerval often = {{0, 2000}, {0, 1000}}, none = {{0}}, old;
  struct timespec second = {1, 0}, rest;
  sigset_t set, before;
  int number = 0;
  CHECK(sigaction(SIGALRM, &action, NULL) == 0 && alarm(100) == 0 && alarm(0) == 100);
  CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
  FAILS(pause(), EINTR);
  FAILS(nanosleep(&second, &rest), EINTR);
  CHECK(rings == 2 && rest.tv_sec == 0 && rest.tv_nsec > 0);
  sigemptyset(&set), sigaddset(&set, SIGALRM);
  CHECK(sigprocmask(SIG_BLOCK, &set, &before) == 0 && sigwait(&set, &number) == 0 && number == SIGALRM && rings == 2);
  FAILS(sigsuspend(&before), EINTR);
  CHECK(rings == 3 && raise(SIGALRM) == 0 && rings == 3);
  FAILS(sigsuspend(&before), EINTR);
  CHECK(rings == 4 && setitimer(ITIMER_REAL, &none, &old) == 0 && old.it_interval.tv_usec == 2000);
  CHECK(sigprocmask(SIG_SETMASK, &before, NULL) == 0 && rings == 4 && usleep(10) == 0 && sleep(0) == 0);
}

#ifdef __UPC__
/* A thread of a job has no processes. */
static void missing(void) {
  struct itimerval timer = {{0}};
  FAILS(fork(), ENOSYS);
  FAILS(execl("/bin/true", "true", NULL), ENOSYS);
  FAILS(setitimer(ITIMER_VIRTUAL, &timer, NULL), ENOSYS);
}
#else
static void missing(void) {}
#endif

int main(void) {
  char directory[] = "/tmp/posix-XXXXXX";
  CHECK(mkdtemp(directory) && chdir(directory) == 0);
  descriptors(), streams(), commands(), pipes(), mappings(), directories(), names(), searching(), patterns(), signals(), timers(), missing();
  CHECK(chdir("/") == 0 && strlen(directory) > 10);
  char command[64];
  sprintf(command, "rm -r %s", directory);
  CHECK(system(command) == 0);
  return bad != 0;
}
