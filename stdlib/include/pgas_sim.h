/*
 * Marks for simulated jobs (pgasc -simulate, then node out.js --simulate=MACHINE --phantom): what need not be there, and what need not run, to find out how long
 * a program takes on a machine. Everywhere else they are plain C: the allocation, the kernel's call. So one source is run with its data where these fit, and verifies
 * them, and without where they do not.
 *
 * This header needs no other, and no pgasc: programs that are compiled elsewhere may bring a copy.
 *
 *   double *field = PGAS_PHANTOM(malloc(bytes));      the block that the expression allocates has addresses and a size, and no bytes of its own
 *   shared [] double *inbox = PGAS_PHANTOM(upc_alloc(bytes));
 *   PGAS_KERNEL(fft(field, n, columns), n, columns);  the call runs once for each n and columns; all others take the time that it took
 *   PGAS_KERNEL_COST(evolve(field, n), 4.0 * n, 0);   it never runs: it takes the time of so many flops, and bytes by strides
 *   if (!pgas_is_phantom(field)) verify(field);       whether it is a block of PGAS_PHANTOM
 *
 * Rules. All ranks have the same addresses for phantom arrays, each as its own: what is stored there is garbage by design, and what puts, gets and messages would move from
 * or to them does not move. So no decision of the program may depend on what is in one. A kernel computes on memory of its own rank, and its work depends
 * on the sizes alone; it neither communicates nor writes output, which is told, and is left by its return alone. Each is one call, or one expression.
 */
#ifndef PGAS_SIM_H
#define PGAS_SIM_H

#ifdef PGAS_SIM

void __pgas_phantom(int expected);
int __pgas_is_phantom(const volatile void *address);
int __pgas_kernel(const char *name, unsigned count, const long long *sizes);
int __pgas_cost(double flops, double bytes);

#define PGAS_TEXT_(text) #text
#define PGAS_TEXT(text) PGAS_TEXT_(text)

#define PGAS_PHANTOM(allocation)                 \
  ({                                             \
    __pgas_phantom(1);                           \
    __typeof__(allocation) __pgas = (allocation); \
    __pgas_phantom(0);                           \
    __pgas;                                      \
  })

/* It begins to run, and ends when it is asked again. */
#define PGAS_KERNEL(call, ...)                                                                                      \
  do {                                                                                                             \
    const long long __pgas_sizes[] = {0, __VA_ARGS__};                                                             \
    while (__pgas_kernel(#call " at " __FILE__ ":" PGAS_TEXT(__LINE__), sizeof __pgas_sizes / 8, __pgas_sizes)) { \
      call;                                                                                                        \
    }                                                                                                              \
  } while (0)

#define PGAS_KERNEL_COST(call, flops, bytes)      \
  do {                                            \
    if (!__pgas_cost((flops), (bytes))) { call; } \
  } while (0)

#define pgas_is_phantom(address) __pgas_is_phantom(address)

#else

#define PGAS_PHANTOM(allocation) (allocation)
#define PGAS_KERNEL(call, ...) do { call; } while (0)
#define PGAS_KERNEL_COST(call, flops, bytes) do { call; } while (0)
#define pgas_is_phantom(address) ((void)(address), 0)

#endif
#endif
