/* <utmpx.h>: who is logged in, from /var/run/utmp, which has records of 384 bytes on 64-bit Linux (utmp(5)); none where there is no such file. (POSIX) */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <utmpx.h>

struct record {
  int16_t type;
  int32_t pid;
  char line[32], id[4], user[32], host[256];
  int16_t termination, exit;
  int32_t session, seconds, microseconds, address[4];
  char reserved[20];
};

static FILE *file;

void endutxent(void) {
  if (file) fclose(file);
  file = NULL;
}

void setutxent(void) { endutxent(); }

struct utmpx *getutxent(void) {
  static struct utmpx login;
  struct record record;
  if (!file && !(file = fopen("/var/run/utmp", "rb"))) return NULL;
  if (fread(&record, sizeof record, 1, file) != 1) return NULL;
  login = (struct utmpx){.ut_type = record.type, .ut_pid = record.pid, .ut_exit = {record.termination, record.exit},
                         .ut_session = record.session, .ut_tv = {record.seconds, record.microseconds}};
  memcpy(login.ut_line, record.line, sizeof login.ut_line);
  memcpy(login.ut_id, record.id, sizeof login.ut_id);
  memcpy(login.ut_user, record.user, sizeof login.ut_user);
  memcpy(login.ut_host, record.host, sizeof login.ut_host);
  memcpy(login.ut_addr_v6, record.address, sizeof login.ut_addr_v6);
  return &login;
}

static int is_process(int type) { return type >= INIT_PROCESS && type <= DEAD_PROCESS; }

/* The next entry of that kind of change, or of that process. */
struct utmpx *getutxid(const struct utmpx *wanted) {
  struct utmpx *login;
  while ((login = getutxent())) {
    if (is_process(wanted->ut_type) ? is_process(login->ut_type) && !memcmp(login->ut_id, wanted->ut_id, sizeof login->ut_id)
                                    : login->ut_type == wanted->ut_type) return login;
  }
  return NULL;
}

struct utmpx *getutxline(const struct utmpx *wanted) {
  struct utmpx *login;
  while ((login = getutxent()))
    if ((login->ut_type == LOGIN_PROCESS || login->ut_type == USER_PROCESS) && !strncmp(login->ut_line, wanted->ut_line, sizeof login->ut_line))
      return login;
  return NULL;
}
