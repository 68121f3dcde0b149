/*
 * <termios.h>, <sys/ioctl.h>: settings of the terminal, by stty(1), which can give and take them as numbers in hexadecimal:
 * four words of flags and then each character. (POSIX)
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define CBAUD 0010017
#define LINE 512
int __pgasc_readable(int fd);

/* The first line that a command prints about the terminal. */
static int ask(int fd, const char *command, char *line) {
  if (!isatty(fd)) return -1;
  FILE *answer = popen(command, "r");
  char *got = answer ? fgets(line, LINE, answer) : NULL;
  if (answer && pclose(answer) == 0 && got) return 0;
  errno = ENOSYS;
  return -1;
}

int tcgetattr(int fd, struct termios *settings) {
  char line[LINE], *rest = line;
  if (ask(fd, "stty -g </dev/tty 2>/dev/null", line) < 0) return -1;
  tcflag_t *words[] = {&settings->c_iflag, &settings->c_oflag, &settings->c_cflag, &settings->c_lflag};
  memset(settings, 0, sizeof *settings);
  for (int i = 0; i < 4; i++, rest += *rest == ':') *words[i] = strtoul(rest, &rest, 16);
  for (int i = 0; i < NCCS && *rest && *rest != '\n'; i++, rest += *rest == ':') settings->c_cc[i] = strtoul(rest, &rest, 16);
  settings->c_ispeed = settings->c_ospeed = settings->c_cflag & CBAUD;
  return 0;
}

int tcsetattr(int fd, int when, const struct termios *settings) {
  char command[LINE], line[LINE];
  char *end = command + sprintf(command, "stty %x:%x:%x:%x", settings->c_iflag, settings->c_oflag, settings->c_cflag, settings->c_lflag);
  for (int i = 0; i < NCCS; i++) end += sprintf(end, ":%x", settings->c_cc[i]);
  strcpy(end, " </dev/tty 2>/dev/null && echo done");
  return ask(fd, command, line);
}

void cfmakeraw(struct termios *settings) {
  settings->c_iflag &= ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  settings->c_oflag &= ~OPOST;
  settings->c_lflag &= ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  settings->c_cflag = (settings->c_cflag & ~(CSIZE | PARENB)) | CS8;
  settings->c_cc[VMIN] = 1;
  settings->c_cc[VTIME] = 0;
}

speed_t cfgetispeed(const struct termios *settings) { return settings->c_cflag & CBAUD; }
speed_t cfgetospeed(const struct termios *settings) { return settings->c_cflag & CBAUD; }

int cfsetospeed(struct termios *settings, speed_t speed) {
  if (speed & ~CBAUD) return errno = EINVAL, -1;
  settings->c_cflag = (settings->c_cflag & ~CBAUD) | speed;
  settings->c_ispeed = settings->c_ospeed = speed;
  return 0;
}

int cfsetispeed(struct termios *settings, speed_t speed) { return speed == 0 ? 0 : cfsetospeed(settings, speed); }

int tcdrain(int fd) { return isatty(fd) ? 0 : -1; }

int tcflush(int fd, int queue) {
  if (!isatty(fd)) return -1;
  errno = ENOSYS;
  return -1;
}

static int window_size(int fd, struct winsize *size) {
  char line[LINE];
  unsigned rows, columns;
  if (ask(fd, "stty size </dev/tty 2>/dev/null", line) < 0) return -1;
  if (sscanf(line, "%u %u", &rows, &columns) != 2) return errno = EINVAL, -1;
  *size = (struct winsize){rows, columns, 0, 0};
  return 0;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request == TIOCGWINSZ) return window_size(fd, argument);
  if (request != FIONREAD) return isatty(fd) < 0 || errno == EBADF ? -1 : (errno = ENOTTY, -1);
  int count = __pgasc_readable(fd);
  if (count >= 0) *(int *)argument = count;
  return count < 0 ? -1 : 0;
}
