/* Logins, as the system records them. Entries are read, not written. (POSIX) */
#ifndef _UTMPX_H
#define _UTMPX_H

#include <sys/time.h>
#include <sys/types.h>

#define EMPTY 0
#define RUN_LVL 1
#define BOOT_TIME 2
#define NEW_TIME 3
#define OLD_TIME 4
#define INIT_PROCESS 5
#define LOGIN_PROCESS 6
#define USER_PROCESS 7
#define DEAD_PROCESS 8

struct utmpx {
  short ut_type;
  pid_t ut_pid;
  char ut_line[32];
  char ut_id[4];
  char ut_user[32];
  char ut_host[256];
  struct {
    short e_termination, e_exit;
  } ut_exit;
  int ut_session;
  struct timeval ut_tv;
  int ut_addr_v6[4];
};

struct utmpx *getutxent(void);
struct utmpx *getutxid(const struct utmpx *);
struct utmpx *getutxline(const struct utmpx *);
void setutxent(void);
void endutxent(void);

#endif
