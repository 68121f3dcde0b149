/* POSIX: the calls that make sense in a thread of a job. There are no processes to start. */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <getopt.h>
#include <stddef.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180

unsigned int sleep(unsigned int);
int usleep(useconds_t);

void _exit(int) __attribute__((__noreturn__));
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int gethostname(char *, size_t);
char *getlogin(void);
long sysconf(int);
int getpagesize(void);

ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
off_t lseek(int, off_t, int);
int close(int);
int isatty(int);
int fsync(int);
int fdatasync(int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);

int access(const char *, int);
char *getcwd(char *, size_t);
int chdir(const char *);
int unlink(const char *);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *restrict, char *restrict, size_t);

char ***__environ_location(void);
#define environ (*__environ_location())

#endif
