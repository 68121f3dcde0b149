/* What the locks of a program with one thread do where they would have to wait: nobody else could end it. */
#ifndef WAITING_H
#define WAITING_H

#include <time.h>

/* Ends the job (ending.ts). */
void __pgasc_wait_for_ever(const char *function) __attribute__((__noreturn__));
/* Lets the time pass until then; ETIMEDOUT, or EINVAL where it is none. */
int __pgasc_wait_until(clockid_t clock, const struct timespec *end);

#endif
