/* Giving up the processor, and which ones a thread may run on. (POSIX, GNU) */
#ifndef _SCHED_H
#define _SCHED_H

#include <sys/types.h>
#include <time.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

struct sched_param {
  int sched_priority;
};

int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);

/* Sets of processors are GNU's; without _GNU_SOURCE too, as the headers of systems' MPI bring them in. */
#define CPU_SETSIZE 1024
typedef struct {
  unsigned long long __bits[CPU_SETSIZE / 64];
} cpu_set_t;

#define __CPU_WORD(cpu, set) ((set)->__bits[(cpu) / 64])
#define __CPU_BIT(cpu) (1ull << (cpu) % 64)
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(cpu, set) ((void)(__CPU_WORD(cpu, set) |= __CPU_BIT(cpu)))
#define CPU_CLR(cpu, set) ((void)(__CPU_WORD(cpu, set) &= ~__CPU_BIT(cpu)))
#define CPU_ISSET(cpu, set) ((__CPU_WORD(cpu, set) & __CPU_BIT(cpu)) != 0)
#define CPU_COUNT(set) __pgasc_cpu_count(set)
#define CPU_EQUAL(left, right) __pgasc_cpu_equal(left, right)
int __pgasc_cpu_count(const cpu_set_t *);
int __pgasc_cpu_equal(const cpu_set_t *, const cpu_set_t *);

int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getcpu(void);

#endif
