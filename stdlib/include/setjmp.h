/* C99 7.13. Signal masks do not exist, so sigsetjmp saves none. */
#ifndef _SETJMP_H
#define _SETJMP_H

typedef int jmp_buf[16];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf);
void longjmp(jmp_buf, int) __attribute__((__noreturn__));
#define _setjmp(buffer) setjmp(buffer)
#define sigsetjmp(buffer, save) setjmp(buffer)

#define _longjmp(buffer, value) longjmp(buffer, value)
#define siglongjmp(buffer, value) longjmp(buffer, value)

#endif
