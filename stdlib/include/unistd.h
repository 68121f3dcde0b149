/*
 * POSIX. A thread of a job has files, a directory and names like a process, but there are no processes to start: fork, exec and
 * what else needs one set ENOSYS and give -1.
 */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <getopt.h>
#include <stddef.h>
#include <sys/types.h>

#ifndef _INTPTR_T_DEFINED
#define _INTPTR_T_DEFINED
typedef int intptr_t;
#endif

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
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_VERSION 29
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_IOV_MAX 60
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_LOGIN_NAME_MAX 71
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180

#define _PC_LINK_MAX 0
#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8

#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3

#define _POSIX_VERSION 200809L
#define _POSIX2_VERSION 200809L
#define _XOPEN_VERSION 700

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
long pathconf(const char *, int);
long fpathconf(int, int);
int getpagesize(void);
int sethostname(const char *, size_t);
int getlogin_r(char *, size_t);
int getgroups(int, gid_t *);

ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int dup(int);
int dup2(int, int);
int pipe(int[2]);
int lockf(int, int, off_t);
char *ttyname(int);
void sync(void);
int close(int);
int isatty(int);
int fsync(int);
int fdatasync(int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);

int access(const char *, int);
char *getcwd(char *, size_t);
int chdir(const char *);
int fchdir(int);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
int faccessat(int, const char *, int, int);
int unlinkat(int, const char *, int);
int linkat(int, const char *, int, const char *, int);
int symlinkat(const char *, int, const char *);
ssize_t readlinkat(int, const char *restrict, char *restrict, size_t);
int unlink(const char *);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *restrict, char *restrict, size_t);

/* Not here: ENOSYS. */
pid_t fork(void);
pid_t vfork(void);
int execv(const char *, char *const[]);
int execve(const char *, char *const[], char *const[]);
int execvp(const char *, char *const[]);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execle(const char *, const char *, ...);
unsigned int alarm(unsigned int);
int pause(void);
int setuid(uid_t);
int setgid(gid_t);
int seteuid(uid_t);
int setegid(gid_t);
pid_t setsid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t);
pid_t getsid(pid_t);
int setpgid(pid_t, pid_t);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
int nice(int);
int chroot(const char *);

#ifdef _GNU_SOURCE
int dup3(int, int, int);
int pipe2(int[2], int);
char *get_current_dir_name(void);
int execvpe(const char *, char *const[], char *const[]);
pid_t gettid(void);
int syncfs(int);
#endif
#if defined _LARGEFILE64_SOURCE || defined _GNU_SOURCE
#define lseek64 lseek
#define pread64 pread
#define pwrite64 pwrite
#define ftruncate64 ftruncate
#define truncate64 truncate
#endif

char ***__environ_location(void);
#define environ (*__environ_location())

#endif
