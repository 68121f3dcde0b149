/* Of all devices' controls: the size of a terminal, and the bytes there are to read. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541b

struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};

int ioctl(int, unsigned long, ...);

#endif
