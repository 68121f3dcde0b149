/* UPC 1.3 library: wall-clock timer. Values of one thread may be compared; only their differences mean anything. */
#ifndef _UPC_TICK_H
#define _UPC_TICK_H

#include <stdint.h>

typedef uint64_t upc_tick_t;
#define UPC_TICK_MIN ((upc_tick_t)0)
#define UPC_TICK_MAX ((upc_tick_t)-1)

upc_tick_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(upc_tick_t ticks);

#endif
